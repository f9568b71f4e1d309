import type { Db } from "#db/connect.ts";
import { canonical, slugify } from "#db/text.ts";

/** Letters that slugify may drop: its words would not tell such names apart. */
const notLatin = /(?!\p{Script=Latin})\p{L}/u;

/** Whether two names are one in two spellings: capitals, accents, apostrophes and hyphens do not matter. */
export function sameName(one: string, other: string): boolean {
  if (canonical(one) === canonical(other)) return true;
  const words = slugify(one);
  return words !== "" && words === slugify(other) && !notLatin.test(one + other);
}

/** @returns the perfume of that name in the catalogue, in whatever spelling */
export async function perfumeNamed(db: Db, marca: string, nombre: string) {
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
  return bestOf(ofBrand, marca, nombre);
}

/** @returns the id of the perfume's dupe of that name, in whatever spelling, or null when it has none */
export async function dupeNamed(
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
  return bestOf(dupes, marca, nombre)?.id ?? null;
}

/** "Angel" and "Ángel" may both be in the catalogue: the one that is spelled alike goes first. */
function bestOf<T extends { marca: string; nombre: string }>(
  rows: T[],
  marca: string,
  nombre: string,
): T | undefined {
  const alike = rows.filter((row) => sameName(row.marca, marca) && sameName(row.nombre, nombre));
  return alike.find((row) => canonical(row.nombre) === canonical(nombre)) ?? alike[0];
}
