import type { Kysely } from "kysely";
import { foldNewViewsOf } from "#app/domain/views/new-views.ts";
import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { type Change, writeChanges } from "./changed-rows.ts";
import { idsOfViews, viewsByPerson } from "./views.ts";
import { parentOf, type Row, trackedTables, type Where } from "./tracked-tables.ts";

export interface Scope {
  /** bottles and their aliases */
  perfumes: number[];
  /** dupes, their votes and reviews */
  dupes?: number[];
  /** includes everything that belongs to the bottles: dupes in both directions, prices, views, suggestions, shelves, … */
  whole?: boolean;
  removes?: boolean;
}

export type Added = Partial<Pick<Scope, "perfumes" | "dupes">>;

/** Records what `work` changes within a scope. Call `store` with the id of the log entry. */
export async function watched<T>(
  tx: Db,
  scope: Scope,
  work: () => Promise<T>,
): Promise<{ result: T; store: (entryId: number, now: Date, added?: Added) => Promise<void> }> {
  // An undo subtracts what was added to `vistas`, so only `work` may change it.
  if (scope.whole) await foldNewViewsOf(tx, scope.perfumes);
  const before = await take(tx, scope);
  const views = scope.whole ? await viewsOf(tx, scope) : [];
  const result = await work();
  async function store(entryId: number, now: Date, added: Added = {}) {
    const dupes = [...(scope.dupes ?? []), ...(added.dupes ?? [])];
    const perfumes = [...scope.perfumes, ...(added.perfumes ?? [])];
    const after = await take(tx, { ...scope, perfumes, dupes }, before);
    await writeChanges(tx, entryId, [...differences(before, after), ...views], now);
  }
  return { result, store };
}

const viewsOf = (tx: Db, { perfumes, removes }: Scope) =>
  removes ? viewsByPerson(tx, perfumes[0]!) : idsOfViews(tx, perfumes[0]!);

type Snapshot = Map<keyof Schema, Map<string, Row>>;

/** Rows in `seen` are read again, even if they moved out of the scope. */
async function take(db: Db, scope: Scope, seen?: Snapshot): Promise<Snapshot> {
  const any = db as Kysely<any>;
  const snapshot: Snapshot = new Map();
  const dupes = new Set(scope.dupes);
  if (scope.whole) for (const id of await dupesOf(db, scope.perfumes)) dupes.add(id);
  for (const id of idsIn(seen?.get("dupes"))) dupes.add(id);
  for (const table of trackedTables) {
    const { name, of, columns, key, outlives } = table;
    if (of === "whole" && !scope.whole) continue;
    const parent = parentOf(table);
    const ids = parent ? idsIn(snapshot.get(parent)) : of === "dupes" ? dupes : scope.perfumes;
    const rows: Row[] = [];
    const read = async (some: number[], wanted: string[]) => {
      const query = any.selectFrom(name).selectAll();
      const found = query.where((row: Where) =>
        row.or(wanted.map((column) => row(column, "in", some))),
      );
      rows.push(...(await found.execute()));
    };
    for (const some of chunks(ids)) await read(some, columns);
    if (outlives) for (const some of chunks(idsIn(seen?.get(name)))) await read(some, ["id"]);
    snapshot.set(name, keyed(key, rows));
  }
  return snapshot;
}

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

const idsIn = (rows: Map<string, Row> | undefined) =>
  [...(rows?.values() ?? [])].map(({ id }) => id as number);

const keyed = (key: string[], rows: Row[]) =>
  new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row]));

function differences(before: Snapshot, after: Snapshot): Change[] {
  const changes: Change[] = [];
  for (const { name, key } of trackedTables) {
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
