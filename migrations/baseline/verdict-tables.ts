import { type Kysely, sql } from "kysely";
import {
  addIndex,
  addVoiceIndexes,
  by,
  checked,
  counted,
  initially,
  of,
  optional,
  required,
} from "./baseline-columns.ts";

const alike = ["same", "close", "different"];
const amount = ["less", "same", "more"];
const questions = {
  opening: alike,
  drydown: alike,
  lasting: amount,
  projection: amount,
  again: ["dupe", "either", "original"],
};

/** What people who wore both say of a dupe against the original, and how many say it. */
export async function addVerdictTables(db: Kysely<any>): Promise<void> {
  await addVerdicts(db);
  await addCounts(db);
  await addLookedAt(db);
}

async function addVerdicts(db: Kysely<any>): Promise<void> {
  const table = "verdicts";
  const states = "state in ('counted', 'waiting', 'uncounted')";
  let verdicts = db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("user_id", "text", by("usuarios.id"));
  for (const [question, answers] of Object.entries(questions)) {
    const known = answers.map((answer) => `'${answer}'`).join();
    verdicts = verdicts.addColumn(question, "text", optional(`${question} in (${known})`));
  }
  await verdicts
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text", required)
    .addColumn("state", "text", initially("counted", states))
    .addColumn("silent", "integer", initially(0, "silent in (0, 1)"))
    // Unused, but in the data of undos.
    .addColumn("uncounted_by", "integer")
    .addColumn("counts_from", "text")
    .addColumn("counted_at", "text")
    .addColumn("mailbox", "text")
    .addColumn("network", "text")
    .addColumn("mail_domain", "text")
    .addUniqueConstraint("verdicts_one_each", ["dupe_id", "user_id"])
    .addCheckConstraint(
      "verdicts_say_something",
      sql.raw<boolean>(`coalesce(${Object.keys(questions).join()}) is not null`),
    )
    .execute();
  await addIndex(db, table, "verdicts_of_person", ["user_id"]);
  for (const column of ["created_at", "updated_at"])
    await addIndex(db, table, `verdicts_by_${column}`, [column]);
  await addIndex(db, table, "verdicts_silent", ["user_id"], "silent = 1");
  await addVoiceIndexes(db, table);
  await addIndex(db, table, `${table}_uncounted`, ["uncounted_by"], "uncounted_by is not null");
}

async function addCounts(db: Kysely<any>): Promise<void> {
  let counts = db.schema
    .createTable("verdict_counts")
    .addColumn("dupe_id", "integer", (c) => of("dupes.id")(c).primaryKey())
    .addColumn("verdicts", "integer", initially(0, "verdicts >= 0"));
  for (const [question, answers] of Object.entries(questions))
    for (const answer of answers) {
      const name = `${question}_${answer}`;
      counts = counts.addColumn(name, "integer", initially(0, `${name} >= 0`));
    }
  await counts.addColumn("few_voices", "text", initially("")).execute();
}

/** Unusual votes and verdicts that an operator found to be fine (RULES.md 10.29). */
async function addLookedAt(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("looked_at")
    .addColumn("entry", "integer", (c) => of("audit_log.id")(c).primaryKey())
    .addColumn("ballots", "text", checked("ballots in ('user_votes', 'verdicts', 'blind_tests')"))
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("seen_until", "text", required)
    .addColumn("quiet_until", "text", required)
    .execute();
  await addIndex(db, "looked_at", "looked_at_of_dupe", ["dupe_id", "ballots"]);
}
