// What a copy reads and writes, whichever database it is in (RULES.md 30).
import { DatabaseError } from "../database-error.ts";

export type Value = string | number | null;

type Kind = "integer" | "number" | "text";

export interface Column {
  name: string;
  kind: Kind;
}

export interface Table {
  name: string;
  /** by name, so that both sides have the same order */
  columns: Column[];
}

/** What is copied: all of one moment. */
export interface Source {
  tables: Table[];
  /** whether somebody may write to it meanwhile, which the copy does not have */
  inUse: boolean;
  /** @returns the rows of a table, some at a time, in the order of their keys */
  rows(table: Table): AsyncIterable<Value[][]>;
  /** @returns by table the highest id that was ever given, 0 for none, of those tables where that is known */
  lastIds(): Promise<Map<string, number>>;
}

/** Where it is copied to: this version's tables, without rows. */
export interface Target {
  tables: Table[];
  holdsNul: boolean;
  put(table: Table, rows: Value[][]): Promise<void>;
  /** @returns what was put there, in any order */
  rows(table: Table): AsyncIterable<Value[][]>;
  /** Ids go on after these, and after the highest that there are. */
  goOnAfter(lastIds: Map<string, number>): Promise<void>;
}

/** rows that are read at a time */
export const batchSize = 500;

/** @param type as the database calls it @returns what a column holds; null for what no column of the site holds */
export function kindOf(type: string): Kind | null {
  if (/^(integer|bigint)$/iu.test(type)) return "integer";
  if (/^double precision$/iu.test(type)) return "number";
  return /^(text|varchar.*|character varying)$/iu.test(type) ? "text" : null;
}

/** @returns columns as a table of a copy has them @throws DatabaseError when one holds what cannot be copied */
export function tableOf(name: string, columns: { name: string; type: string }[]): Table {
  const known = columns.map((column): Column => {
    const kind = kindOf(column.type);
    if (kind) return { name: column.name, kind };
    throw failure(`The column ${name}.${column.name} cannot be copied: it is of ${column.type}.`);
  });
  return { name, columns: known.toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
}

/** An error that is one line for who runs the command. */
export const failure = (message: string) => new DatabaseError(message, "COPY");
