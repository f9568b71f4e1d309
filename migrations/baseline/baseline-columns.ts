import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";

type Column = ColumnDefinitionBuilder;

export const required = (c: Column) => c.notNull();
export const key = (c: Column) => c.primaryKey().notNull();
/** An id that is never reused, because open pages refer to it. */
export const counted = (c: Column) => key(c).autoIncrement();
export const unique = (c: Column) => c.notNull().unique();

export const checked = (condition: string) => (c: Column) => c.notNull().check(sql.raw(condition));
export const optional = (condition: string) => (c: Column) => c.check(sql.raw(condition));
export const initially = (value: string | number, condition?: string) => (c: Column) => {
  const column = c.notNull().defaultTo(value);
  return condition === undefined ? column : column.check(sql.raw(condition));
};

/** @param column of another table; deleting its row deletes this one */
export const of = (column: string) => (c: Column) =>
  c.notNull().references(column).onDelete("cascade");
/** @param column of another table; deleting its row sets this to null */
export const by = (column: string) => (c: Column) => c.references(column).onDelete("set null");

export async function addIndex(
  db: Kysely<any>,
  table: string,
  name: string,
  columns: string[],
  where?: string,
): Promise<void> {
  const index = db.schema.createIndex(name).on(table).columns(columns);
  await (where === undefined ? index : index.where(sql.raw<boolean>(where))).execute();
}
