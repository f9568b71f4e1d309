import { sql } from "kysely";
import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";

/** What is suggested: a bottle, or a dupe of one. */
export type Suggested = "perfume" | "dupe";

const tables = { perfume: "sugerencias_perfumes", dupe: "sugerencias_dupes" } as const;
const authorColumns = {
  perfume: "perfume_suggestion_id",
  dupe: "dupe_suggestion_id",
} as const;

export interface Suggestion extends BottleName {
  id: number;
  version: number;
  state: "waiting" | "accepted" | "refused" | "same";
  /** how often it was made */
  veces: number;
  /** ISO 8601 */
  created_at: string;
  twin_key: string;
  /** the bottle whose dupe it is; null for a perfume */
  original: (BottleName & { id: number }) | null;
}

/** @returns suggestions by id; those that are not there are left out */
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
  return rows.map((row) => ({ ...row, original: null }));
}

async function dupesOf(db: Db, ids: readonly number[]): Promise<Suggestion[]> {
  const rows = await db
    .selectFrom("sugerencias_dupes as one")
    .innerJoin("perfumes", "perfumes.id", "one.perfume_id")
    .select(["one.id", "version", "state", "veces", "one.created_at", "twin_key"])
    .select(["marca_dupe as marca", "nombre_dupe as nombre", "perfume_id as originalId"])
    .select(["perfumes.marca as originalMarca", "perfumes.nombre as originalNombre"])
    .where("one.id", "in", ids)
    .execute();
  return rows.map(({ originalId: id, originalMarca: marca, originalNombre: nombre, ...row }) => ({
    ...row,
    original: { id, marca, nombre },
  }));
}

/** @returns the other suggestions that wait and mean one of the names; for a dupe, of the same original */
export async function waitingTwins(
  db: Db,
  kind: Suggested,
  { id, original }: Suggestion,
  keys: string[],
): Promise<number[]> {
  let rows = db
    .selectFrom(tables[kind])
    .select("id")
    .where("twin_key", "in", keys)
    .where("state", "=", "waiting")
    .where("id", "!=", id);
  if (original) rows = rows.where(sql.ref("perfume_id"), "=", original.id);
  return (await rows.orderBy("id").execute()).map((row) => row.id);
}

/** @returns the suggestions of a perfume that wait and mean one of the names */
export async function waitingPerfumes(db: Db, keys: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom("sugerencias_perfumes")
    .select("id")
    .where("twin_key", "in", keys)
    .where("state", "=", "waiting")
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/** What became of a suggestion. */
export interface Closing {
  state: "accepted" | "refused" | "same";
  /** the bottle that it is */
  bottleId: number | null;
  reason: string | null;
}

/** Stores what was decided on a suggestion, in a new version. */
export async function closeSuggestion(
  tx: Db,
  kind: Suggested,
  id: number,
  { state, bottleId, reason }: Closing,
  actor: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable(tables[kind])
    .set((row) => ({
      state,
      version: row("version", "+", 1),
      bottle_id: bottleId,
      decided_at: now.toISOString(),
      decided_by: actor,
      reason,
    }))
    .where("id", "=", id)
    .execute();
}

/** Has those who made one of these suggestions thanked, once each, whose address is confirmed (RULES.md 21.4). */
export async function thankAuthors(
  tx: Db,
  { perfume, dupe }: Record<Suggested, readonly number[]>,
): Promise<void> {
  await tx
    .updateTable("suggestion_authors")
    .set({ thanks_due: 1 })
    .where("id", "in", (of) =>
      of
        .selectFrom("suggestion_authors as author")
        .innerJoin("accounts", "accounts.user_id", "author.user_id")
        .select((row) => row.fn.min("author.id").as("id"))
        .where("confirmed_at", "is not", null)
        .where((row) =>
          row.or([
            ...(perfume.length > 0 ? [row("perfume_suggestion_id", "in", perfume)] : []),
            ...(dupe.length > 0 ? [row("dupe_suggestion_id", "in", dupe)] : []),
          ]),
        )
        .groupBy("author.user_id"),
    )
    .execute();
}

/** Lets a suggestion wait again. */
export async function reopenSuggestion(tx: Db, kind: Suggested, id: number): Promise<void> {
  await tx
    .updateTable(tables[kind])
    .set((row) => ({
      state: "waiting" as const,
      version: row("version", "+", 1),
      bottle_id: null,
      decided_at: null,
      decided_by: null,
      reason: null,
    }))
    .where("id", "=", id)
    .execute();
}

/** Somebody who asked for something. */
export interface Asker {
  userId: string;
  /** null for who has none yet */
  username: string | null;
  /** ISO 8601 */
  at: string;
}

/** @returns by suggestion, who made it, the first ones first, at most `limit` of each, and how many they are */
export async function authorsOf(
  db: Db,
  kind: Suggested,
  ids: readonly number[],
  limit: number,
): Promise<Map<number, { people: number; first: Asker[] }>> {
  const column = authorColumns[kind];
  const rows = await db
    .selectFrom((of) =>
      of
        .selectFrom("suggestion_authors")
        .select([`${column} as suggestion`, "user_id", "at"])
        .select((row) => [
          row.fn
            .agg<number>("row_number")
            .over((over) => over.partitionBy(column).orderBy("id"))
            .as("place"),
          row.fn
            .countAll<number>()
            .over((over) => over.partitionBy(column))
            .as("people"),
        ])
        .where(column, "in", ids)
        .as("author"),
    )
    .innerJoin("usuarios", "usuarios.id", "author.user_id")
    .select(["suggestion", "user_id", "nombre_usuario", "at", "people"])
    .where("place", "<=", limit)
    .orderBy("suggestion")
    .orderBy("place")
    .execute();
  const bySuggestion = Map.groupBy(rows, (row) => row.suggestion!);
  return new Map(
    [...bySuggestion].map(([id, found]) => [
      id,
      {
        people: Number(found[0]!.people),
        first: found.map(({ user_id, nombre_usuario, at }) => ({
          userId: user_id,
          username: nombre_usuario,
          at,
        })),
      },
    ]),
  );
}
