import type { Selectable } from "kysely";
import type { z } from "zod";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import type { NamedBottles } from "./named-bottles.ts";

export type Outcome = "added" | "changed" | "unchanged" | "leftOut" | "withdrawn";

export const noRows = (): Record<Outcome, number> => ({
  added: 0,
  changed: 0,
  unchanged: 0,
  leftOut: 0,
  withdrawn: 0,
});

/** Removes rows that are no longer in the dump. @returns the ids of those that went */
export type Withdraw = (tx: Db, ids: number[], now: Date) => Promise<number[]>;

/** What became of a row, and its id here when it was added. */
export interface Taken {
  outcome: Outcome;
  id?: number;
}

export interface About<Row = unknown> {
  /** the row's id here, if it came with an earlier dump */
  own: number | undefined;
  /** that row; undefined when it was removed here */
  known: Row | undefined;
  /** the id that it must get */
  id: number | undefined;
  bottles: NamedBottles;
  now: Date;
}

export const leftOut: Taken = { outcome: "leftOut" };
export const unchanged: Taken = { outcome: "unchanged" };
export const changedIf = (changed: boolean): Taken =>
  changed ? { outcome: "changed" } : unchanged;
export const added = (id: number): Taken => ({ outcome: "added", id });
export const withId = (id: number | undefined) => (id === undefined ? {} : { id });

type Mirrored = "perfumes" | "perfume_aliases" | "dupes" | "dupe_sources";

/** The form of a row, and what to do with one; a bottle that is missing here, or known by another name, leaves it out. */
export const taker = <Form extends z.ZodObject, Table extends Mirrored>(
  table: Table,
  form: Form,
  take: (tx: Db, row: z.output<Form>, about: About<Selectable<Schema[Table]>>) => Promise<Taken>,
  withdraw?: Withdraw,
) => ({ table, form, take, withdraw });
