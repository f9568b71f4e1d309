import type { Kysely } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { chunks } from "./chunks.ts";
import { hanging, known, type Place, places, type Row, type Where } from "./tracked-tables.ts";

/** What a decision may change. */
export interface Scope {
  /** bottles, with their other names */
  perfumes: number[];
  /** dupes, with their votes and reviews */
  dupes?: number[];
  /** with all that is of the bottles: dupes in both directions, prices, views, suggestions, shelves, … */
  whole?: boolean;
}

type Snapshot = Map<keyof Schema, Map<string, Row>>;

/** A row that a decision changed: only the columns that differ, but whole where it came or went. */
export interface Change {
  place: string;
  key: string;
  before: Row | null;
  after: Row | null;
}

/** Rows by place and key. @param seen rows that were there before, which are read again wherever they are now */
export async function take(db: Db, scope: Scope, seen?: Snapshot): Promise<Snapshot> {
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

/** @returns what came, went and was changed, row by row */
export function differences(before: Snapshot, after: Snapshot): Change[] {
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
