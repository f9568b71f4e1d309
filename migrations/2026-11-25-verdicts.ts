import { type Kysely, sql } from "kysely";
import {
  addIndex,
  by,
  counted,
  initially,
  of,
  optional,
  required,
} from "./baseline/baseline-columns.ts";

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
export async function up(db: Kysely<any>): Promise<void> {
  await addVerdicts(db);
  await addCounts(db);
}

async function addVerdicts(db: Kysely<any>): Promise<void> {
  const table = "verdicts";
  const states = "state in ('counted', 'waiting', 'uncounted')";
  let verdicts = db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("user_id", "text", by("usuarios.id"));
  for (const [question, answers] of Object.entries(questions))
    verdicts = verdicts.addColumn(
      question,
      "text",
      optional(`${question} in (${answers.map((answer) => `'${answer}'`).join()})`),
    );
  for (const name of ["created_at", "updated_at"])
    verdicts = verdicts.addColumn(name, "text", required);
  verdicts = verdicts
    .addColumn("state", "text", initially("counted", states))
    .addColumn("silent", "integer", initially(0, "silent in (0, 1)"))
    .addColumn("uncounted_by", "integer");
  for (const name of ["counts_from", "counted_at", "mailbox", "network", "mail_domain"])
    verdicts = verdicts.addColumn(name, "text");
  await verdicts
    .addUniqueConstraint("verdicts_one_each", ["dupe_id", "user_id"])
    .addCheckConstraint(
      "verdicts_say_something",
      sql.raw<boolean>(`coalesce(${Object.keys(questions).join()}) is not null`),
    )
    .execute();
  await sql`create unique index verdicts_one_per_mailbox
    on verdicts (dupe_id, mailbox) where mailbox is not null`.execute(db);
  await addIndex(db, table, "verdicts_of_person", ["user_id"]);
  await addIndex(db, table, "verdicts_by_created_at", ["created_at"]);
  for (const origin of ["network", "mail_domain"])
    await addIndex(
      db,
      table,
      `verdicts_of_${origin}`,
      ["dupe_id", origin, "counted_at"],
      `${origin} is not null`,
    );
  const withOrigin = "network is not null or mail_domain is not null";
  await addIndex(db, table, "verdicts_with_origin", ["created_at"], withOrigin);
  await addIndex(db, table, "verdicts_waiting", ["counts_from"], "state = 'waiting'");
  await addIndex(db, table, "verdicts_silent", ["user_id"], "silent = 1");
  await addIndex(db, table, "verdicts_uncounted", ["uncounted_by"], "uncounted_by is not null");
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
  await counts.execute();
}
