import type { Db } from "#db/database.ts";
import { decimalAmount } from "#app/domain/prices/amounts.ts";

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
    ...(await prices(db, id)),
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

/** The newest sightings that are told of a bottle. */
const maxPrices = 20;

async function prices(db: Db, id: number): Promise<string[]> {
  const states = await db
    .selectFrom("prices")
    .select((row) => ["state", row.fn.countAll<number>().as("n")])
    .where("perfume_id", "=", id)
    .groupBy("state")
    .orderBy("state", "desc")
    .execute();
  if (states.length === 0) return ["prices: none"];
  const newest = await db
    .selectFrom("prices")
    .selectAll()
    .where("perfume_id", "=", id)
    .orderBy("seen_on", "desc")
    .orderBy("id", "desc")
    .limit(maxPrices)
    .execute();
  return [
    `prices: ${states.map(({ state, n }) => `${n} ${state}`).join(", ")}`,
    ...newest.map(
      (one) =>
        `price ${one.id}  ${decimalAmount(one.amount_cents, one.currency)} ${one.currency} for ${one.size_ml} ml (${one.kind}) at ${one.shop}, ${one.seen_on}, ${one.state}`,
    ),
  ];
}
