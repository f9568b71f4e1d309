import type { Db } from "#db/database.ts";
import type { Entry } from "./engine.ts";

const rowsPerRead = 500;

export async function* catalogEntries(db: Db): AsyncGenerator<Entry> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom("perfumes")
      .select((row) => [
        "id",
        "marca",
        "nombre",
        "concentracion",
        "anio",
        "genero",
        "notas",
        row("popularidad", "+", row.ref("vistas")).as("popularidad"),
        row
          .exists(
            row.selectFrom("dupes").select("id").whereRef("dupe_perfume_id", "=", "perfumes.id"),
          )
          .as("isLookalike"),
      ])
      .where("id", ">", last)
      .orderBy("id")
      .limit(rowsPerRead)
      .execute();
    if (rows.length === 0) return;
    const end = rows.at(-1)!.id;
    const names = await otherNames(db, last, end);
    for (const { isLookalike, notas, ...row } of rows)
      yield {
        ...row,
        isLookalike: Boolean(isLookalike),
        otherNames: names.get(row.id) ?? [],
        notes: notas?.split("|") ?? [],
      };
    if (rows.length < rowsPerRead) return;
    last = end;
  }
}

async function otherNames(db: Db, after: number, end: number): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom("perfume_aliases")
    .select(["perfume_id", "alias"])
    .where("perfume_id", ">", after)
    .where("perfume_id", "<=", end)
    .orderBy("perfume_id")
    .orderBy("alias_clave")
    .execute();
  const names = new Map<number, string[]>();
  for (const { perfume_id: id, alias } of rows) names.set(id, [...(names.get(id) ?? []), alias]);
  return names;
}
