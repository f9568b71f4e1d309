import { DatabaseError } from "../database-error.ts";

export type Value = string | number | null;

type Kind = "integer" | "number" | "text";

export interface Column {
  name: string;
  kind: Kind;
}

export interface Table {
  name: string;
  /** sorted by name, so that both sides agree */
  columns: Column[];
}

/** A snapshot. */
export interface Source {
  migrations: string[];
  tables: Table[];
  inUse: boolean;
  /** in batches, in key order */
  rows(table: Table): AsyncIterable<Value[][]>;
  /** the highest id ever assigned, by table */
  lastIds(): Promise<Map<string, number>>;
}

/** The empty tables of the source's migrations, with foreign keys and triggers off during the copy. */
export interface Target {
  tables: Table[];
  holdsNul: boolean;
  put(table: Table, rows: Value[][]): Promise<void>;
  rows(table: Table): AsyncIterable<Value[][]>;
  goOnAfter(lastIds: Map<string, number>): Promise<void>;
}

export function kindOf(type: string): Kind | null {
  if (/^(integer|bigint)$/iu.test(type)) return "integer";
  if (/^double precision$/iu.test(type)) return "number";
  return /^(text|varchar.*|character varying)$/iu.test(type) ? "text" : null;
}

export function tableOf(name: string, columns: { name: string; type: string }[]): Table {
  const known = columns.map((column): Column => {
    const kind = kindOf(column.type);
    if (kind) return { name: column.name, kind };
    throw failure(
      `The column ${name}.${column.name} cannot be copied: its type is ${column.type}.`,
    );
  });
  return { name, columns: known.toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
}

export const failure = (message: string) => new DatabaseError(message, "COPY");
