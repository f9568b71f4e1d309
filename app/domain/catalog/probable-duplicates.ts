import type { Db } from "#db/database.ts";
import { slugify } from "#app/i18n/text.ts";
import type { BottleName } from "./bottles.ts";

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
