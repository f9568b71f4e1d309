import { type Updateable, sql } from "kysely";
import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { pagesOf } from "./suggested-pages.ts";
import { type Suggested, suggestionTables, undecided } from "./suggestion-authors.ts";

export interface Suggestion extends BottleName {
  id: number;
  version: number;
  state: "waiting" | "accepted" | "refused" | "same";
  /** how many distinct voices made it */
  veces: number;
  created_at: string;
  twin_key: string;
  /** the original, for a dupe; null for a perfume */
  original: (BottleName & { id: number }) | null;
  pages: string[];
  /** which bottle it turned out to be; null while it waits, and for a perfume */
  bottleId: number | null;
}

export async function findSuggestions(
  db: Db,
  kind: Suggested,
  ids: readonly number[],
): Promise<Map<number, Suggestion>> {
  const rows = await (kind === "perfume" ? perfumesOf(db, ids) : dupesOf(db, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

async function perfumesOf(db: Db, ids: readonly number[]): Promise<Suggestion[]> {
  const rows = await db
    .selectFrom("sugerencias_perfumes")
    .select(["id", "version", "state", "veces", "created_at", "twin_key"])
    .select(["marca_perfume as marca", "nombre_perfume as nombre"])
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => ({ ...row, original: null, pages: [], bottleId: null }));
}

async function dupesOf(db: Db, ids: readonly number[]): Promise<Suggestion[]> {
  const rows = await db
    .selectFrom("sugerencias_dupes as one")
    .innerJoin("perfumes", "perfumes.id", "one.perfume_id")
    .select(["one.id", "version", "state", "veces", "one.created_at", "twin_key"])
    .select(["marca_dupe as marca", "nombre_dupe as nombre", "perfume_id as originalId"])
    .select("bottle_id as bottleId")
    .select(["perfumes.marca as originalMarca", "perfumes.nombre as originalNombre"])
    .where("one.id", "in", ids)
    .execute();
  const pages = await pagesOf(db, ids);
  return rows.map(({ originalId: id, originalMarca: marca, originalNombre: nombre, ...row }) => ({
    ...row,
    pages: pages.get(row.id) ?? [],
    original: { id, marca, nombre },
  }));
}

/** Other suggestions with the same meaning as one of the names; for a dupe, of the same original. */
export async function waitingTwins(
  db: Db,
  kind: Suggested,
  { id, original }: Pick<Suggestion, "id" | "original">,
  keys: string[],
): Promise<number[]> {
  let rows = db
    .selectFrom(suggestionTables[kind])
    .select("id")
    .where("twin_key", "in", keys)
    .where("state", "=", "waiting")
    .where("id", "!=", id);
  if (original) rows = rows.where(sql.ref("perfume_id"), "=", original.id);
  return (await rows.orderBy("id").execute()).map((row) => row.id);
}

export const waitingPerfumes = (db: Db, keys: string[]) =>
  waitingTwins(db, "perfume", { id: 0, original: null }, keys);

export interface Closing {
  state: "accepted" | "refused" | "same";
  bottleId: number | null;
  reason: string | null;
}

export async function closeSuggestion(
  tx: Db,
  kind: Suggested,
  id: number,
  { state, bottleId: bottle_id, reason }: Closing,
  decided_by: string,
  now: Date,
): Promise<void> {
  await decide(tx, kind, id, {
    state,
    bottle_id,
    decided_by,
    reason,
    decided_at: now.toISOString(),
  });
}

export const reopenSuggestion = (tx: Db, kind: Suggested, id: number): Promise<void> =>
  decide(tx, kind, id, undecided);

async function decide(
  tx: Db,
  kind: Suggested,
  id: number,
  decision: { [Column in keyof typeof undecided]: Updateable<Schema["sugerencias_dupes"]>[Column] },
): Promise<void> {
  await tx
    .updateTable(suggestionTables[kind])
    .set((row) => ({ ...decision, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}
