import type { Db } from "#db/database.ts";
import { factsIn, type StoredFacts } from "#app/domain/catalog/facts.ts";
import { decisionsOn, type LogEntry } from "../log/audit.ts";
import { currentPrices } from "#app/domain/prices/prices-for-desk.ts";
import { sourcesOfAll } from "#app/domain/catalog/sources.ts";
import { findPerfume } from "./change.ts";

const maxRelations = 200;
export const historyPage = 20;

export async function describePerfume(db: Db, id: number) {
  const bottle = await findPerfume(db, id);
  if (!bottle) return undefined;
  const { marca, nombre, popularidad, foto, vistas, revision } = bottle;
  return {
    id,
    marca,
    nombre,
    popularidad,
    foto,
    vistas,
    facts: factsIn(bottle) as StoredFacts,
    version: revision,
    aliases: await aliasesOf(db, id),
    dupes: await withSources(db, await related(db, "perfume_id", "dupe_perfume_id", id).execute()),
    originals: await related(db, "dupe_perfume_id", "perfume_id", id).execute(),
    prices: await pricesByState(db, id),
    merged: await mergedInto(db, id),
  };
}

async function aliasesOf(db: Db, id: number) {
  return db
    .selectFrom("perfume_aliases")
    .select(["alias", "kind"])
    .where("perfume_id", "=", id)
    .orderBy("alias_clave")
    .limit(maxRelations)
    .execute();
}

type Side = "perfume_id" | "dupe_perfume_id";

async function withSources<Row extends { id: number }>(db: Db, dupes: Row[]) {
  const sources = await sourcesOfAll(
    db,
    dupes.map(({ id }) => id),
  );
  return dupes.map((dupe) => ({ ...dupe, sources: sources.get(dupe.id) ?? [] }));
}

/** Includes dupes that the public page has no room for. */
export async function findDupeOf(db: Db, perfumeId: number, dupeId: number) {
  return related(db, "perfume_id", "dupe_perfume_id", perfumeId)
    .where("dupes.id", "=", dupeId)
    .executeTakeFirst();
}

const related = (db: Db, own: Side, other: Side, id: number) =>
  db
    .selectFrom("dupes")
    .innerJoin("perfumes as bottle", "bottle.id", other)
    .select(["dupes.id", "bottle.id as bottleId", "bottle.marca", "bottle.nombre"])
    .select(["porcentaje", "likes", "dislikes", "few_voices", "estimacion", "enlace"])
    .select("estimacion_url")
    .where(own, "=", id)
    .orderBy("porcentaje", "desc")
    .orderBy("dupes.id")
    .limit(maxRelations);

async function pricesByState(db: Db, id: number) {
  const rows = await db
    .selectFrom("prices")
    .select((row) => ["state", row.fn.countAll<number>().as("n")])
    .where("perfume_id", "=", id)
    .groupBy("state")
    .execute();
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.n ?? 0);
  return { shown: of("shown"), held: of("held"), refused: of("refused") };
}

const maxPrices = 20;

export const pricesOn = (db: Db, id: number, now: Date) => currentPrices(db, id, now, maxPrices);

async function mergedInto(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom("perfume_redirects")
    .select("old_id")
    .where("perfume_id", "=", id)
    .orderBy("old_id")
    .limit(maxRelations)
    .execute();
  return rows.map(({ old_id }) => old_id);
}

/** One page of the decisions on a bottle and on bottles merged into it. */
export async function historyOf(
  db: Db,
  id: number,
  page: number,
): Promise<{ entries: LogEntry[]; more: boolean }> {
  const ids = [id, ...(await mergedInto(db, id))];
  const found = await decisionsOn(db, ids, historyPage + 1, (page - 1) * historyPage);
  return { entries: found.slice(0, historyPage), more: found.length > historyPage };
}

export async function newestPerfumes(db: Db, limit: number) {
  return db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre", "foto"])
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
