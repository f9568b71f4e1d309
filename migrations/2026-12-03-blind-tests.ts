import { type Kysely, sql } from "kysely";
import { isPostgres } from "../db/dialect.ts";
import { createTrigger, wordsOf } from "../db/triggers.ts";
import {
  addIndex,
  by,
  checked,
  counted,
  initially,
  of,
  optional,
  required,
  unique,
} from "./baseline/baseline-columns.ts";
import { note } from "./baseline/data-triggers.ts";
import { changed } from "./baseline/trigger-words.ts";

const voices = "state in ('counted', 'waiting', 'uncounted')";

/** Whether people can tell a dupe from its original with their eyes closed. */
export async function up(db: Kysely<any>): Promise<void> {
  await addTests(db);
  await addCounts(db);
  const ballots = "'user_votes', 'verdicts'";
  for (const [table, column] of [
    ["exclusions", "subject"],
    ["looked_at", "ballots"],
  ] as const)
    await widen(db, table, column, ballots, `${ballots}, 'blind_tests'`);
}

async function addTests(db: Kysely<any>): Promise<void> {
  const table = "blind_tests";
  const strip = "between 1 and 3";
  const bottles = "in ('dupe', 'original')";
  await db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("code", "text", unique)
    .addColumn("odd", "integer", checked(`odd ${strip}`))
    .addColumn("carries", "text", checked(`carries ${bottles}`))
    .addColumn("chosen", "integer", optional(`chosen ${strip}`))
    .addColumn("found", "integer", optional("found in (0, 1)"))
    .addColumn("liked", "text", optional(`liked ${bottles}`))
    .addColumn("created_at", "text", required)
    .addColumn("expires_at", "text", required)
    .addColumn(
      "state",
      "text",
      initially("open", `${voices} or state in ('open', 'replaced', 'again')`),
    )
    .addColumn("silent", "integer", initially(0, "silent in (0, 1)"))
    .addColumn("counts_from", "text")
    .addColumn("counted_at", "text")
    .addColumn("mailbox", "text")
    .addColumn("network", "text")
    .addColumn("mail_domain", "text")
    .addCheckConstraint(
      "blind_tests_answered",
      sql.raw<boolean>(
        "(chosen is null) = (state in ('open', 'replaced')) and (found is null) = (chosen is null)",
      ),
    )
    .execute();
  for (const [name, columns, where] of [
    ["open_one", ["dupe_id", "user_id"], "state = 'open'"],
    ["one_each", ["dupe_id", "user_id"], voices],
    ["one_per_mailbox", ["dupe_id", "mailbox"], "mailbox is not null"],
  ] as const)
    await db.schema
      .createIndex(`${table}_${name}`)
      .unique()
      .on(table)
      .columns([...columns])
      .where(sql.raw<boolean>(where))
      .execute();
  await addIndex(db, table, `${table}_of_dupe`, ["dupe_id", "state"]);
  await addIndex(db, table, `${table}_of_person`, ["user_id", "dupe_id"]);
  await addIndex(db, table, `${table}_by_created_at`, ["created_at"]);
  await addIndex(db, table, `${table}_abandoned`, ["expires_at"], "chosen is null");
  await addIndex(db, table, `${table}_silent`, ["user_id"], "silent = 1");
  for (const origin of ["network", "mail_domain"]) {
    const columns = ["dupe_id", origin, "counted_at"];
    await addIndex(db, table, `${table}_of_${origin}`, columns, `${origin} is not null`);
  }
  await addIndex(db, table, `${table}_with_network`, ["created_at"], "network is not null");
  await addIndex(db, table, `${table}_waiting`, ["counts_from"], "state = 'waiting'");
  await addIndex(db, table, `${table}_counted_later`, ["counted_at"], "counted_at > created_at");
}

async function addCounts(db: Kysely<any>): Promise<void> {
  const shown = ["tests", "found", "few_voices"];
  await db.schema
    .createTable("blind_counts")
    .addColumn("dupe_id", "integer", (c) => of("dupes.id")(c).primaryKey())
    .addColumn("tests", "integer", checked("tests >= 0"))
    .addColumn("found", "integer", checked("found between 0 and tests"))
    .addColumn("few_voices", "integer", initially(0, "few_voices in (0, 1)"))
    .execute();
  const words = wordsOf(db);
  const noteOf = (row: "old" | "new") => note(words, "blind_tests", `${row}.dupe_id`);
  const noteAll = (dupes: string) =>
    `insert into data_changes (file, row_id, at) select 'blind_tests', dupe_id, ${words.now} from blind_counts
      where dupe_id in (${dupes}) on conflict (file, row_id) do update set at = excluded.at, waits = 1;`;
  const names = ["marca", "nombre"];
  const ends = ["perfume_id", "dupe_perfume_id"];
  for (const trigger of [
    `data_blind_tests_coming after insert on blind_counts begin ${noteOf("new")} end`,
    `data_blind_tests_changing after update of ${shown.join()} on blind_counts
      when ${changed(shown, words)} begin ${noteOf("new")} end`,
    `data_blind_tests_going after delete on blind_counts begin ${noteOf("old")} end`,
    `data_blind_tests_renamed after update of ${names.join()} on perfumes when ${changed(names, words)}
      begin ${noteAll("select id from dupes where perfume_id = new.id or dupe_perfume_id = new.id")} end`,
    `data_blind_tests_moved after update of ${ends.join()} on dupes when ${changed(ends, words)}
      begin ${noteAll("new.id")} end`,
  ])
    await createTrigger(db, trigger);
}

/** SQLite changes no constraint of a table: it gets another table in its place. */
async function widen(
  db: Kysely<any>,
  table: string,
  column: string,
  from: string,
  to: string,
): Promise<void> {
  if (isPostgres(db)) {
    const name = `${table}_${column}_check`;
    const { rows } = await sql<{ rule: string }>`
      select pg_get_constraintdef(oid) as rule from pg_constraint where conname = ${name}`.execute(
      db,
    );
    const rule = rows[0]!.rule.replace("'verdicts'::text", "'verdicts'::text, 'blind_tests'::text");
    await sql
      .raw(`alter table ${table} drop constraint ${name}, add constraint ${name} ${rule}`)
      .execute(db);
    return;
  }
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null`.execute(db);
  const [old, ...indexes] = rows.toSorted((a, b) => b.type.localeCompare(a.type));
  await sql.raw(old!.sql.replace(table, `next_${table}`).replace(from, to)).execute(db);
  await sql.raw(`insert into next_${table} select * from ${table}`).execute(db);
  await sql.raw(`drop table ${table}`).execute(db);
  await sql.raw(`alter table next_${table} rename to ${table}`).execute(db);
  for (const index of indexes) await sql.raw(index.sql).execute(db);
}
