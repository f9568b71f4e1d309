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

export async function addUniqueIndex(
  db: Kysely<any>,
  table: string,
  name: string,
  columns: string[],
  where: string,
): Promise<void> {
  const index = db.schema.createIndex(name).unique().on(table).columns(columns);
  await index.where(sql.raw<boolean>(where)).execute();
}

/** For counting votes, verdicts or blind tests, and for finding those of one person. */
export async function addVoiceIndexes(db: Kysely<any>, table: string): Promise<void> {
  const isKnown = "mailbox is not null";
  await addUniqueIndex(db, table, `${table}_one_per_mailbox`, ["dupe_id", "mailbox"], isKnown);
  for (const origin of ["network", "mail_domain"]) {
    const columns = ["dupe_id", origin, "counted_at"];
    await addIndex(db, table, `${table}_of_${origin}`, columns, `${origin} is not null`);
  }
  await addIndex(db, table, `${table}_with_network`, ["created_at"], "network is not null");
  await addIndex(db, table, `${table}_waiting`, ["counts_from"], "state = 'waiting'");
  await addIndex(db, table, `${table}_counted_later`, ["counted_at"], "counted_at > created_at");
}
