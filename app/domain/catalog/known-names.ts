import type { Db } from "#db/database.ts";
import { canonical, slugify } from "#app/i18n/text.ts";
import { type BottleName, findByAlias } from "./bottles.ts";

/** Letters that `slugify` may drop, after which different names would look equal. */
const notLatin = /(?!\p{Script=Latin})\p{L}/u;

/** @returns what all spellings of a name have in common: capitals, accents, apostrophes and hyphens do not matter (RULES.md 6.5) */
function spellingKey(name: string): string {
  const words = slugify(name);
  return words === "" || notLatin.test(name) ? canonical(name) : words;
}

/** @returns a key that is equal for names that are spellings of one (RULES.md 6.5): brand, line end, name */
export function twinKey({ marca, nombre }: BottleName): string {
  return `${spellingKey(marca)}\n${spellingKey(nombre)}`;
}

/** @returns the perfume with this name in any spelling, or undefined */
export async function findPerfumeByName(db: Db, marca: string, nombre: string) {
  const ofBrand = await db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .where((row) =>
      row.or([
        row("marca_clave", "=", canonical(marca)),
        row("marca_slug", "=", slugify(marca) || null),
      ]),
    )
    .orderBy("id")
    .execute();
  return bestMatch(ofBrand, marca, nombre);
}

/** @returns the id of the bottle that has this name in any spelling (RULES.md 6.5), or as another name (RULES.md 5.11) */
export async function findBottle(db: Db, name: BottleName): Promise<number | undefined> {
  return (await findPerfumeByName(db, name.marca, name.nombre))?.id ?? findByAlias(db, name);
}

/** @returns the id of the perfume's dupe with this name in any spelling, or null */
export async function findDupeByName(
  db: Db,
  perfumeId: number,
  marca: string,
  nombre: string,
): Promise<number | null> {
  const dupes = await db
    .selectFrom("dupes")
    .select(["id", "marca", "nombre"])
    .where("perfume_id", "=", perfumeId)
    .orderBy("id")
    .execute();
  return bestMatch(dupes, marca, nombre)?.id ?? null;
}

/** "Angel" and "Ángel" may both be in the catalogue: an exact match goes first. */
function bestMatch<T extends { marca: string; nombre: string }>(
  rows: T[],
  marca: string,
  nombre: string,
): T | undefined {
  const alike = rows.filter((row) => twinKey(row) === twinKey({ marca, nombre }));
  return alike.find((row) => canonical(row.nombre) === canonical(nombre)) ?? alike[0];
}
