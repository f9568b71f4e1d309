import type { Kysely } from "kysely";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { isChangedAfter, type Stored } from "./changed-rows.ts";
import {
  parentOf,
  type Row,
  type TrackedTable,
  trackedTables,
  type Where,
} from "./tracked-tables.ts";

/** The rows changed after the decision: nothing may be written (RULES.md 10.9). */
export const changedSince = () => new Refused("changed-since");

export const find = (tx: Db, { name }: TrackedTable, key: Row): Promise<Row | undefined> =>
  (tx as Kysely<any>)
    .selectFrom(name)
    .selectAll()
    .where((row: Where) => row.and(key))
    .executeTakeFirst();

const set = (tx: Db, { name }: TrackedTable, key: Row, values: Row) =>
  (tx as Kysely<any>)
    .updateTable(name)
    .set(values)
    .where((row: Where) => row.and(key))
    .execute();

const remove = (tx: Db, { name }: TrackedTable, key: Row) =>
  (tx as Kysely<any>)
    .deleteFrom(name)
    .where((row: Where) => row.and(key))
    .execute();

const isCounted = ({ counters = [] }: TrackedTable, column: string) => counters.includes(column);

const compared = ({ counters = [], derived = [] }: TrackedTable, row: Row) =>
  Object.keys(row).filter((column) => !counters.includes(column) && !derived.includes(column));

const differs = (place: TrackedTable, row: Row, after: Row) =>
  compared(place, after).some((column) => row[column] !== after[column]);

/** People's later changes stay; a later decision is to be undone first. */
async function leaveToPeople(
  tx: Db,
  { name, ofPeople }: TrackedTable,
  key: Row,
  entryId: number,
): Promise<void> {
  if (!ofPeople || (await isChangedAfter(tx, name, key, entryId))) throw changedSince();
}

export async function undoInsert(
  tx: Db,
  place: TrackedTable,
  { key, after }: Stored,
  entryId: number,
): Promise<void> {
  const row = await find(tx, place, key);
  if (!row) return;
  if (differs(place, row, after!)) return leaveToPeople(tx, place, key, entryId);
  if (place.name === "dupes" && (await isUsed(tx, row.id as number))) throw changedSince();
  // A bottle's views go with it.
  const counters = place.name === "perfumes" ? [] : (place.counters ?? []);
  const left = counters.map((column) => [column, Number(row[column]) - Number(after![column])]);
  if (left.some(([, count]) => Number(count) > 0))
    await set(tx, place, key, Object.fromEntries(left));
  else await remove(tx, place, key);
}

const isThere = async (tx: Db, parent: keyof Schema, id: unknown): Promise<boolean> =>
  (await (tx as Kysely<any>)
    .selectFrom(parent)
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst()) !== undefined;

/** Deleting the dupe would delete its votes, verdicts, tests, reviews and sources. */
async function isUsed(db: Db, dupeId: number): Promise<boolean> {
  for (const place of trackedTables)
    if (place.columns[0] === "dupe_id" && (await find(db, place, { dupe_id: dupeId }))) return true;
  return false;
}

export async function undoUpdate(
  tx: Db,
  place: TrackedTable,
  { key, before, after }: Stored,
  entryId: number,
  now: Date,
): Promise<void> {
  const row = await find(tx, place, key);
  if (!row || differs(place, row, after!)) return leaveToPeople(tx, place, key, entryId);
  const values: Row = {};
  for (const column of Object.keys(before!)) {
    if (place.derived?.includes(column)) continue;
    values[column] = isCounted(place, column)
      ? Number(row[column]) - Number(after![column]) + Number(before![column])
      : before![column];
  }
  if ("updated_at" in row && !place.ofPeople) values.updated_at = now.toISOString();
  if (Object.keys(values).length > 0) await set(tx, place, key, values);
}

async function insert(tx: Db, { name, ofPeople }: TrackedTable, row: Row): Promise<void> {
  const query = (tx as Kysely<any>).insertInto(name).values(row);
  await (ofPeople ? query.onConflict((one) => one.doNothing()) : query).execute();
}

/** Skips a row whose parent was deleted with somebody's account. */
export async function undoDelete(
  tx: Db,
  place: TrackedTable,
  { key, before }: Stored,
): Promise<void> {
  const row = { ...before! };
  const parent = parentOf(place);
  const parentId = row[place.columns[0]!] ?? null;
  if (parent && parentId !== null && !(await isThere(tx, parent, parentId))) return;
  const decider = row.decided_by ?? null;
  if (decider !== null && !(await isThere(tx, "usuarios", decider))) row.decided_by = null;
  await insert(tx, place, row);
  if (place.name === "perfumes")
    await tx
      .deleteFrom("removed_perfumes")
      .where("id", "=", key.id as number)
      .execute();
}
