import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { canonical, slugify } from "#app/i18n/text.ts";
import { type BottleName, findByAlias } from "./bottles.ts";

/** `slugify` drops some of these letters, which would make different names equal. */
const notLatin = /(?!\p{Script=Latin})\p{L}/u;

function spellingKey(name: string): string {
  const words = slugify(name);
  return words === "" || notLatin.test(name) ? canonical(name) : words;
}

/** Equal for all spellings of a name: ignores capitals, accents, apostrophes and hyphens (RULES.md 6.1). */
export function twinKey({ marca, nombre }: BottleName): string {
  return `${spellingKey(marca)}\n${spellingKey(nombre)}`;
}

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

/** Finds a bottle by its name in any spelling (RULES.md 6.1), or by alias (RULES.md 1.3). */
export async function findBottle(db: Db, name: BottleName): Promise<number | undefined> {
  return (await findPerfumeByName(db, name.marca, name.nombre))?.id ?? findByAlias(db, name);
}

export async function findDupeByName(
  db: Db,
  perfumeId: number,
  marca: string,
  nombre: string,
): Promise<number | null> {
  const dupes = await db
    .selectFrom("dupes")
    .innerJoin("perfumes as other", (on) =>
      on.on(sql<boolean>`other.id in (dupes.perfume_id, dupes.dupe_perfume_id)`),
    )
    .select(["dupes.id", "other.marca", "other.nombre"])
    .where((row) =>
      row.or([row("perfume_id", "=", perfumeId), row("dupe_perfume_id", "=", perfumeId)]),
    )
    .where("other.id", "!=", perfumeId)
    .orderBy("dupes.id")
    .execute();
  return bestMatch(dupes, marca, nombre)?.id ?? null;
}

/** "Angel" and "Ángel" can both exist: an exact match goes first. */
function bestMatch<T extends { marca: string; nombre: string }>(
  rows: T[],
  marca: string,
  nombre: string,
): T | undefined {
  const alike = rows.filter((row) => twinKey(row) === twinKey({ marca, nombre }));
  return alike.find((row) => canonical(row.nombre) === canonical(nombre)) ?? alike[0];
}

/** Groups bottles whose brand and name have the same words, ignoring order, accents, capitals and punctuation. */
export async function probableDuplicates(db: Db): Promise<(BottleName & { id: number })[][]> {
  const bottles = await db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .orderBy("id")
    .execute();
  const groups = Map.groupBy(bottles, sortedWords);
  groups.delete("");
  return [...groups.values()].filter((group) => group.length > 1);
}

function sortedWords({ marca, nombre }: BottleName): string {
  const words = slugify(`${marca} ${nombre}`).split("-");
  return [...new Set(words)].toSorted().join("-");
}
