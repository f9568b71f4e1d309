import type { Db } from "../connect.ts";

/** @returns what an operator wants to know of a bottle, in lines; undefined when there is no such bottle */
export async function showPerfume(db: Db, id: number): Promise<string | undefined> {
  const bottle = await db
    .selectFrom("perfumes")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!bottle) return undefined;
  const aliases = await db
    .selectFrom("perfume_aliases")
    .select(["alias", "kind"])
    .where("perfume_id", "=", id)
    .orderBy("alias")
    .execute();
  const old = await db
    .selectFrom("perfume_redirects")
    .select("old_id")
    .where("perfume_id", "=", id)
    .orderBy("old_id")
    .execute();
  const { marca, nombre, foto, popularidad, vistas } = bottle;
  return [
    `${id}  ${marca} · ${nombre}`,
    `photo ${foto ?? "none"}, popularity ${popularidad}, views ${vistas}`,
    `other names: ${aliases.map(({ alias, kind }) => `${alias} (${kind})`).join(", ") || "none"}`,
    `merged into it: ${old.map(({ old_id }) => old_id).join(", ") || "none"}`,
    ...(await relations(db, "dupe", id)),
    ...(await relations(db, "original", id)),
  ].join("\n");
}

async function relations(db: Db, kind: "dupe" | "original", id: number): Promise<string[]> {
  const [own, other] =
    kind === "dupe"
      ? (["perfume_id", "dupe_perfume_id"] as const)
      : (["dupe_perfume_id", "perfume_id"] as const);
  const rows = await db
    .selectFrom("dupes")
    .innerJoin("perfumes as bottle", "bottle.id", other)
    .select(["bottle.id", "bottle.marca", "bottle.nombre", "porcentaje", "likes", "dislikes"])
    .select("estimacion")
    .where(own, "=", id)
    .orderBy("dupes.id")
    .execute();
  return rows.map(
    (row) =>
      `${kind} ${row.id}  ${row.marca} · ${row.nombre}: ${row.porcentaje} %, ${row.likes} for and ${row.dislikes} against, estimate ${row.estimacion ?? "none"}`,
  );
}
