import { type Kysely, sql } from "kysely";
import {
  addIndex,
  addUniqueIndex,
  addVoiceIndexes,
  by,
  checked,
  counted,
  initially,
  of,
  optional,
  required,
  unique,
} from "./baseline-columns.ts";

/** Whether people can tell a dupe from its original with their eyes closed. */
export async function addBlindTestTables(db: Kysely<any>): Promise<void> {
  await addTests(db);
  await db.schema
    .createTable("blind_counts")
    .addColumn("dupe_id", "integer", (c) => of("dupes.id")(c).primaryKey())
    .addColumn("tests", "integer", checked("tests >= 0"))
    .addColumn("found", "integer", checked("found between 0 and tests"))
    .addColumn("few_voices", "integer", initially(0, "few_voices in (0, 1)"))
    .execute();
}

async function addTests(db: Kysely<any>): Promise<void> {
  const table = "blind_tests";
  const strip = "between 1 and 3";
  const bottles = "in ('dupe', 'original')";
  const voices = "state in ('counted', 'waiting', 'uncounted')";
  const states = `${voices} or state in ('open', 'replaced', 'again')`;
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
    .addColumn("state", "text", initially("open", states))
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
  const one = ["dupe_id", "user_id"];
  await addUniqueIndex(db, table, `${table}_open_one`, one, "state = 'open'");
  await addUniqueIndex(db, table, `${table}_one_each`, one, voices);
  await addIndex(db, table, `${table}_of_dupe`, ["dupe_id", "state"]);
  await addIndex(db, table, `${table}_of_person`, ["user_id", "dupe_id"]);
  await addIndex(db, table, `${table}_by_created_at`, ["created_at"]);
  await addIndex(db, table, `${table}_abandoned`, ["expires_at"], "chosen is null");
  await addIndex(db, table, `${table}_silent`, ["user_id"], "silent = 1");
  await addVoiceIndexes(db, table);
}
