import { type Kysely, sql } from "kysely";
import { isPostgres } from "./dialect.ts";

const triggerParts =
  /^(?<name>\w+)\s+(?<event>(?:before|after)\s.+?\son\s\w+)\s+(?:when\s(?<condition>.+?)\s+)?begin\s(?<body>.+)\send$/su;

/** @param text in SQLite's syntax: `NAME after update of COLUMNS on TABLE when CONDITION begin STATEMENTS; end` */
export async function createTrigger(db: Kysely<any>, text: string): Promise<void> {
  if (!isPostgres(db)) {
    await sql.raw(`create trigger ${text}`).execute(db);
    return;
  }
  const { name, event, condition, body } = triggerParts.exec(text)!.groups!;
  const [when, what] = event!.split(/\s+/u);
  const row = when === "after" ? "null" : what === "delete" ? "old" : "new";
  await sql
    .raw(
      `create or replace function ${name}() returns trigger language plpgsql as $trigger$ begin ${body} return ${row}; end $trigger$`,
    )
    .execute(db);
  const only = condition === undefined ? "" : ` when (${condition})`;
  await sql
    .raw(`create trigger ${name} ${event} for each row${only} execute function ${name}()`)
    .execute(db);
}

export async function dropTrigger(db: Kysely<any>, name: string, table: string): Promise<void> {
  if (isPostgres(db)) {
    await sql`drop trigger ${sql.id(name)} on ${sql.table(table)}`.execute(db);
    await sql`drop function ${sql.id(name)}()`.execute(db);
  } else await sql`drop trigger ${sql.id(name)}`.execute(db);
}

export function wordsOf(db: Kysely<any>): typeof sqliteWords {
  return isPostgres(db) ? postgresWords : sqliteWords;
}

const sqliteWords = {
  now: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
  isNot: "is not",
  choose: (condition: string, one: string, other: string) => `iif(${condition}, ${one}, ${other})`,
  own: (_table: string, column: string) => column,
  insertOrIgnore: (row: string) => `insert or ignore into ${row}`,
};

const postgresWords: typeof sqliteWords = {
  now: `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  isNot: "is distinct from",
  choose: (condition, one, other) => `case when ${condition} then ${one} else ${other} end`,
  own: (table, column) => `${table}.${column}`,
  insertOrIgnore: (row) => `insert into ${row} on conflict do nothing`,
};
