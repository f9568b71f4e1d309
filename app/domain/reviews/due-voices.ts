import { sql } from "kysely";
import { lockDupes, recountVotes } from "#app/domain/catalog/recount.ts";
import { bottlesOfDupes } from "#app/domain/catalog/relations.ts";
import { due, dueIds, isDue } from "#app/domain/voices/waits.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { recountTests } from "./blind-counts.ts";
import { hideIfReported, letReportsWait } from "./reports.ts";
import { recountVerdicts } from "./verdict-counts.ts";

/** Tables of which a dupe has counts. */
export type Ballots = "user_votes" | "verdicts" | "blind_tests";

export const recount = {
  user_votes: recountVotes,
  verdicts: recountVerdicts,
  blind_tests: recountTests,
};
export const ballots = Object.keys(recount) as Ballots[];
/** States of what is, or was, a voice; of blind tests there are others. */
export const ofVoices = ["counted", "waiting", "uncounted"] as const;

/** per run of the chore, so that it never holds other writers up for long */
const most = { subjects: 500, voices: 1000 };

/**
 * Counts the votes, verdicts, tests and reports whose time has come (RULES.md 5.8).
 * @returns the bottles whose pages show something else now
 */
export async function countDueReviews(db: Db, now: Date) {
  const dupes = new Set<number>();
  for (const table of ballots) {
    const { rows } = await sql<{ dupe_id: number }>`
      select distinct dupe_id from ${due(db, table, now)} as due
      order by dupe_id limit ${most.subjects}`.execute(db);
    for (const { dupe_id } of rows) {
      dupes.add(dupe_id);
      await inTransaction(db, (tx) => countDueOn(tx, table, dupe_id, now), "read committed");
    }
  }
  for (const id of await dueIds(db, "review_reports", now, most.voices)) {
    const hidden = await inTransaction(db, (tx) => countReport(tx, id, now));
    if (hidden !== null) dupes.add(hidden);
  }
  return bottlesOfDupes(db, [...dupes]);
}

async function countDueOn(tx: Db, table: Ballots, dupeId: number, now: Date): Promise<void> {
  await lockDupes(tx, [dupeId]);
  await sql`update ${sql.table(table)}
    set state = 'counted', counted_at = ${now.toISOString()}, counts_from = null
    where id in (
      select id from ${due(tx, table, now)} as due where dupe_id = ${dupeId}
      order by id limit ${most.voices})`.execute(tx);
  await recount[table](tx, [dupeId]);
}

async function countReport(tx: Db, id: number, now: Date): Promise<number | null> {
  if (!(await isDue(tx, "review_reports", id, now))) return null;
  const { review_id } = await tx
    .updateTable("review_reports")
    .set({ counted_at: now.toISOString(), counts_from: null })
    .where("id", "=", id)
    .returning("review_id")
    .executeTakeFirstOrThrow();
  return hideIfReported(tx, review_id);
}

/** A new person's votes, verdicts, tests and reports count later again: an operator's word that they count at once was undone. */
export async function letVotesWait(tx: Db, userId: string, from: string): Promise<void> {
  for (const table of ballots) {
    const counted = await tx
      .updateTable(table as "user_votes")
      .set((row) => ({
        counts_from: from,
        counted_at: null,
        // What a decision excludes waits once none does.
        state: row
          .case()
          .when("state", "=", "counted")
          .then("waiting" as const)
          .else(row.ref("state"))
          .end(),
      }))
      .where("user_id", "=", userId)
      .where("counted_at", "is not", null)
      .returning("dupe_id")
      .execute();
    const dupes = new Set(counted.map(({ dupe_id }) => dupe_id));
    await recount[table](tx, dupes);
  }
  await letReportsWait(tx, userId, from);
}
