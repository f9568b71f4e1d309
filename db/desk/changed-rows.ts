import type { ExpressionBuilder, Kysely } from "kysely";
import { recountVotes } from "../catalogue/recount.ts";
import { catalogueChanged } from "../catalogue/version.ts";
import type { Db } from "../connect.ts";
import { refreshBottle } from "../prices/summaries.ts";
import type { Schema } from "../schema.ts";

/** ms for which a change of the catalogue can be undone (RULES.md 26.5) */
export const undoTime = 30 * 24 * 60 * 60 * 1000;

/** What a decision may change. */
export interface Scope {
  /** bottles, with their other names */
  perfumes: number[];
  /** dupes, with their votes and reviews */
  dupes?: number[];
  /** with all that is of the bottles: dupes in both directions, prices, views, suggestions, shelves, … */
  whole?: boolean;
}

/** The current rows are no longer what the decision left: nothing may be changed (RULES.md 26.5). */
export class ChangedSince extends Error {}

type Row = Record<string, unknown>;
type Where = ExpressionBuilder<any, any>;

interface Place {
  name: keyof Schema;
  key: string[];
  /** of people: what they have changed since stays as they made it */
  ofPeople?: boolean;
  /** columns that others count on, so that an undo takes away what was added */
  counters?: string[];
  /** columns that follow from others, or are nobody's decision */
  derived?: string[];
  /** one row of a person and a bottle: it comes back only to who still has the other bottle's */
  listed?: boolean;
  /** how rows are found: by bottles of a whole, by any bottles, or by dupes */
  of: "whole" | "perfumes" | "dupes";
  columns: string[];
}

/** Every table that such a decision changes, those that others refer to first. */
const places: Place[] = [
  {
    name: "perfumes",
    key: ["id"],
    counters: ["vistas"],
    derived: ["updated_at", "revision"],
    of: "perfumes",
    columns: ["id"],
  },
  { name: "perfume_redirects", key: ["old_id"], of: "whole", columns: ["perfume_id"] },
  {
    name: "perfume_aliases",
    key: ["marca_clave", "alias_clave"],
    of: "perfumes",
    columns: ["perfume_id"],
  },
  {
    name: "dupes",
    key: ["id"],
    derived: ["marca", "nombre", "foto", "porcentaje", "likes", "dislikes", "updated_at"],
    of: "dupes",
    columns: ["id"],
  },
  { name: "dupe_redirects", key: ["old_id"], of: "dupes", columns: ["dupe_id"] },
  {
    name: "perfume_month_views",
    key: ["month", "perfume_id"],
    counters: ["views"],
    of: "whole",
    columns: ["perfume_id"],
  },
  {
    name: "sugerencias_perfumes",
    key: ["id"],
    ofPeople: true,
    of: "whole",
    columns: ["bottle_id"],
  },
  {
    name: "sugerencias_dupes",
    key: ["id"],
    ofPeople: true,
    counters: ["veces"],
    of: "whole",
    columns: ["perfume_id", "bottle_id"],
  },
  {
    name: "dupe_alerts",
    key: ["user_id", "perfume_id"],
    ofPeople: true,
    listed: true,
    of: "whole",
    columns: ["perfume_id"],
  },
  {
    name: "shelf",
    key: ["user_id", "perfume_id"],
    ofPeople: true,
    listed: true,
    of: "whole",
    columns: ["perfume_id"],
  },
  { name: "prices", key: ["id"], ofPeople: true, of: "whole", columns: ["perfume_id"] },
  { name: "user_votes", key: ["id"], ofPeople: true, of: "dupes", columns: ["dupe_id"] },
  { name: "dupe_reviews", key: ["id"], ofPeople: true, of: "dupes", columns: ["dupe_id"] },
];

/** Tables whose rows hang on another one's. */
const hanging: (Pick<Place, "name" | "key" | "ofPeople" | "derived"> & {
  column: string;
  parent: keyof Schema;
})[] = [
  {
    name: "suggestion_authors",
    key: ["id"],
    ofPeople: true,
    column: "dupe_suggestion_id",
    parent: "sugerencias_dupes",
  },
  {
    name: "price_gone",
    key: ["price_id", "voter"],
    ofPeople: true,
    column: "price_id",
    parent: "prices",
  },
  {
    name: "review_reports",
    key: ["review_id", "user_id"],
    ofPeople: true,
    column: "review_id",
    parent: "dupe_reviews",
  },
];

type Known = Pick<Place, "name" | "key" | "ofPeople" | "counters" | "derived" | "listed">;
const known: Known[] = [...places, ...hanging];

type Snapshot = Map<keyof Schema, Map<string, Row>>;

interface Change {
  place: string;
  key: string;
  before: Row | null;
  after: Row | null;
}

/**
 * Does work and finds out what it changed.
 * @param scope what the work may change; what comes to it by the work is found, too
 * @returns what the work returned, and a function that stores the changes for `revert`, to be called with the entry of the log
 */
export async function watched<T>(
  tx: Db,
  scope: Scope,
  work: () => Promise<T>,
): Promise<{ result: T; store: (entryId: number, now: Date, added?: number[]) => Promise<void> }> {
  const before = await take(tx, scope);
  const views = scope.whole ? await viewsOf(tx, scope.perfumes[0]!) : [];
  const result = await work();
  async function store(entryId: number, now: Date, added: number[] = []) {
    const dupes = [...(scope.dupes ?? []), ...added];
    const after = await take(tx, { ...scope, dupes }, before);
    const changes = differences(before, after);
    if (views.length > 0)
      changes.push({ place: "perfume_searches", key: "{}", before: { ids: views }, after: null });
    await write(tx, entryId, changes, now);
  }
  return { result, store };
}

async function viewsOf(db: Db, perfumeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("perfume_searches")
    .select("id")
    .where("perfume_id", "=", perfumeId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Rows by place and key. @param known rows that were there before, which are read again wherever they are now */
async function take(db: Db, scope: Scope, seen?: Snapshot): Promise<Snapshot> {
  const any = db as Kysely<any>;
  const snapshot: Snapshot = new Map();
  const dupes = new Set(scope.dupes);
  if (scope.whole) for (const id of await dupesOf(db, scope.perfumes)) dupes.add(id);
  for (const id of seen?.get("dupes")?.values() ?? []) dupes.add(id.id as number);
  for (const place of places) {
    const ids = place.of === "dupes" ? [...dupes] : scope.perfumes;
    if (ids.length === 0 || (place.of === "whole" && !scope.whole)) continue;
    const rows = await any
      .selectFrom(place.name)
      .selectAll()
      .where((row: Where) => row.or(place.columns.map((column) => row(column, "in", ids))))
      .execute();
    snapshot.set(place.name, keyed(place, rows));
  }
  for (const place of hanging) {
    const parents = snapshot.get(place.parent);
    if (!parents) continue;
    const ids = [...parents.values()].map(({ id }) => id as number);
    const rows: Row[] = [];
    for (const some of chunks(ids))
      rows.push(
        ...(await any.selectFrom(place.name).selectAll().where(place.column, "in", some).execute()),
      );
    snapshot.set(place.name, keyed(place, rows));
  }
  return snapshot;
}

/** @returns the ids of all dupes that have one of the bottles on either side */
async function dupesOf(db: Db, perfumes: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("dupes")
    .select("id")
    .where((row) =>
      row.or([row("perfume_id", "in", perfumes), row("dupe_perfume_id", "in", perfumes)]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

const keyed = ({ key }: Pick<Place, "key">, rows: Row[]) =>
  new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row]));

/** Fewer than the values that a statement may have. */
function* chunks<T>(list: T[], size = 500): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}

function differences(before: Snapshot, after: Snapshot): Change[] {
  const changes: Change[] = [];
  for (const { name, key } of known) {
    const [was, is] = [before.get(name) ?? new Map(), after.get(name) ?? new Map()];
    for (const id of new Set([...was.keys(), ...is.keys()])) {
      const [old, now] = [was.get(id), is.get(id)] as [Row | undefined, Row | undefined];
      const columns = Object.keys(old ?? now!).filter((column) => old?.[column] !== now?.[column]);
      if (columns.length === 0) continue;
      const part = (row: Row | undefined) => {
        if (!row) return null;
        if (!old || !now) return row;
        return Object.fromEntries(columns.map((column) => [column, row[column]]));
      };
      const found = JSON.stringify(
        Object.fromEntries(key.map((column) => [column, (old ?? now)![column]])),
      );
      changes.push({ place: name, key: found, before: part(old), after: part(now) });
    }
  }
  return changes;
}

async function write(tx: Db, entryId: number, changes: Change[], now: Date): Promise<void> {
  const json = (row: Row | null) => row && JSON.stringify(row);
  const rows = changes.map(({ place, key, before, after }) => ({
    entry_id: entryId,
    at: now.toISOString(),
    place,
    key,
    user_id: ((before && after ? null : (before ?? after)!.user_id) as string | undefined) ?? null,
    before: json(before),
    after: json(after),
  }));
  for (const some of chunks(rows, 100)) await tx.insertInto("changed_rows").values(some).execute();
}

/** @returns whether what a decision changed is still known, so that `revert` can be tried */
export async function hasChangedRows(db: Db, entryId: number): Promise<boolean> {
  const row = await db
    .selectFrom("changed_rows")
    .select("id")
    .where("entry_id", "=", entryId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Puts every row back that a decision changed (RULES.md 26.5). What people have changed since stays as they made it; figures
 * are counted anew.
 * @throws ChangedSince when anything else was changed since; the transaction is to be given up
 */
export async function revert(tx: Db, entryId: number, now: Date): Promise<void> {
  try {
    await putBack(tx, entryId, now);
  } catch (error) {
    if (isConstraint(error)) throw new ChangedSince();
    throw error;
  }
}

/** Another row has what this one had, or what it hung on is gone. */
const isConstraint = (error: unknown) =>
  error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_CONSTRAINT");

async function putBack(tx: Db, entryId: number, now: Date): Promise<void> {
  const changes = await withoutUnlisted(tx, await read(tx, entryId));
  const of = (place: Known) => changes.filter((one) => one.place === place.name);
  for (const place of known.toReversed())
    for (const change of of(place)) if (!change.before) await takeAway(tx, place, change);
  for (const place of known) {
    for (const change of of(place))
      if (change.before && change.after) await turnBack(tx, place, change, now);
    for (const change of of(place))
      if (!change.after) await bringBack(tx, place, await asDecidedSince(tx, change, entryId, now));
  }
  await moveViewsBack(tx, changes);
  await recount(tx, changes, now);
  await catalogueChanged(tx);
}

type Stored = { place: string; key: Row; before: Row | null; after: Row | null };

async function read(db: Db, entryId: number): Promise<Stored[]> {
  const rows = await db
    .selectFrom("changed_rows")
    .select(["place", "key", "before", "after"])
    .where("entry_id", "=", entryId)
    .orderBy("id")
    .execute();
  const parse = (json: string | null) => (json === null ? null : (JSON.parse(json) as Row));
  return rows.map(({ place, key, before, after }) => ({
    place,
    key: parse(key)!,
    before: parse(before),
    after: parse(after),
  }));
}

const find = (tx: Db, { name }: Known, key: Row): Promise<Row | undefined> =>
  (tx as Kysely<any>)
    .selectFrom(name)
    .selectAll()
    .where((row: Where) => row.and(key))
    .executeTakeFirst();

const set = (tx: Db, { name }: Known, key: Row, values: Row) =>
  (tx as Kysely<any>)
    .updateTable(name)
    .set(values)
    .where((row: Where) => row.and(key))
    .execute();

const remove = (tx: Db, { name }: Known, key: Row) =>
  (tx as Kysely<any>)
    .deleteFrom(name)
    .where((row: Where) => row.and(key))
    .execute();

const isCounted = ({ counters = [] }: Known, column: string) => counters.includes(column);

const compared = ({ counters = [], derived = [] }: Known, row: Row) =>
  Object.keys(row).filter((column) => !counters.includes(column) && !derived.includes(column));

const differs = (place: Known, row: Row, after: Row) =>
  compared(place, after).some((column) => row[column] !== after[column]);

/** A row that came. */
async function takeAway(tx: Db, place: Known, { key, after }: Stored): Promise<void> {
  const row = await find(tx, place, key);
  if (!row) return;
  if (differs(place, row, after!)) {
    if (place.ofPeople) return;
    throw new ChangedSince();
  }
  if (place.name === "dupes" && (await hasVoices(tx, row.id as number))) throw new ChangedSince();
  const left = (place.counters ?? []).map((column) => [
    column,
    Number(row[column]) - Number(after![column]),
  ]);
  if (left.some(([, count]) => Number(count) > 0))
    await set(tx, place, key, Object.fromEntries(left));
  else await remove(tx, place, key);
}

/** What somebody said of a dupe would go with it. */
async function hasVoices(db: Db, dupeId: number): Promise<boolean> {
  for (const table of ["user_votes", "dupe_reviews"] as const) {
    const found = db.selectFrom(table).select("id").where("dupe_id", "=", dupeId).limit(1);
    if (await found.executeTakeFirst()) return true;
  }
  return false;
}

/** A row that stayed and was changed. */
async function turnBack(
  tx: Db,
  place: Known,
  { key, before, after }: Stored,
  now: Date,
): Promise<void> {
  const row = await find(tx, place, key);
  if (!row || differs(place, row, after!)) {
    if (place.ofPeople) return;
    throw new ChangedSince();
  }
  const values: Row = {};
  for (const column of Object.keys(before!)) {
    if (place.derived?.includes(column)) continue;
    values[column] = isCounted(place, column)
      ? Number(row[column]) - Number(after![column]) + Number(before![column])
      : before![column];
  }
  if ("updated_at" in row) values.updated_at = now.toISOString();
  if (Object.keys(values).length > 0) await set(tx, place, key, values);
}

/** @returns a row that went as it comes back; null for one that is not to: its person's were all removed meanwhile (RULES.md 27.5) */
async function asDecidedSince(
  tx: Db,
  change: Stored,
  entryId: number,
  now: Date,
): Promise<Stored | null> {
  const action = removals[change.place];
  const userId = change.before!.user_id;
  if (action === undefined || typeof userId !== "string") return change;
  const removed = await tx
    .selectFrom("audit_log")
    .select("id")
    .where("person_id", "=", userId)
    .where("action", "=", action)
    .where("id", ">", entryId)
    .where("undone_by", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (!removed) return change;
  if (change.place === "user_votes") return null;
  const version = Number(change.before!.version) + 1;
  const state = { state: "removed", version, decided_at: now.toISOString() };
  return { ...change, before: { ...change.before, ...state } };
}

const removals: Record<string, string> = {
  user_votes: "remove-votes",
  dupe_reviews: "remove-reviews",
};

/** A row that went. */
async function bringBack(tx: Db, place: Known, change: Stored | null): Promise<void> {
  if (!change) return;
  const { key, before } = change;
  const { decided_by: _, ...row } = before!;
  const insert = (tx as Kysely<any>).insertInto(place.name).values(row);
  await (place.ofPeople ? insert.onConflict((one) => one.doNothing()) : insert).execute();
  if (place.name === "perfumes")
    await tx
      .deleteFrom("removed_perfumes")
      .where("id", "=", key.id as number)
      .execute();
}

/** Who has taken the bottle that was left off their list since wants neither. */
async function withoutUnlisted(tx: Db, changes: Stored[]): Promise<Stored[]> {
  const merged = changes.find(
    ({ place, before, after }) => place === "perfume_redirects" && !before && after,
  );
  const kept: Stored[] = [];
  for (const change of changes) {
    const place = known.find(({ name }) => name === change.place);
    const mayHaveLeft = place?.listed && !change.after && merged;
    const listed = () => find(tx, place!, { ...change.key, ...pick(merged!.after!, "perfume_id") });
    if (!mayHaveLeft || (await listed())) kept.push(change);
  }
  return kept;
}

const pick = (row: Row, column: string): Row => ({ [column]: row[column] });

async function moveViewsBack(tx: Db, changes: Stored[]): Promise<void> {
  const moved = changes.find(({ place }) => place === "perfume_searches");
  const redirect = changes.find(
    ({ place, before, after }) => place === "perfume_redirects" && !before && after,
  );
  if (!moved || !redirect) return;
  for (const ids of chunks(moved.before!.ids as number[]))
    await tx
      .updateTable("perfume_searches")
      .set({ perfume_id: redirect.key.old_id as number })
      .where("id", "in", ids)
      .execute();
}

async function recount(tx: Db, changes: Stored[], now: Date): Promise<void> {
  const named = new Set<number>();
  const bottles = new Set<number>();
  for (const { place, key, before, after } of changes)
    for (const row of [key, before, after]) {
      const dupe = place === "dupes" ? row?.id : row?.dupe_id;
      if (typeof dupe === "number") named.add(dupe);
      if (place === "prices" && typeof row?.perfume_id === "number") bottles.add(row.perfume_id);
    }
  const dupes = await tx
    .selectFrom("dupes")
    .select("id")
    .where("id", "in", [...named])
    .execute();
  await recountVotes(
    tx,
    dupes.map(({ id }) => id),
  );
  for (const id of bottles) await refreshBottle(tx, id, now);
}

/** Deletes what is too old to be undone (RULES.md 26.5). */
export async function deleteOldChangedRows(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("changed_rows")
    .where("at", "<", new Date(now.getTime() - undoTime).toISOString())
    .execute();
}

/** @returns the photos of bottles that an undo would show again */
export async function photosToKeep(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("changed_rows")
    .select("before")
    .where("place", "=", "perfumes")
    .where("before", "is not", null)
    .execute();
  return rows.flatMap(({ before }) => {
    const { foto } = JSON.parse(before!) as { foto?: string | null };
    return foto ? [foto] : [];
  });
}
