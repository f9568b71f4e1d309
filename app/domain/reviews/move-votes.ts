import { sql } from "kysely";
import type { DupePair } from "#app/domain/catalog/move-dupes.ts";
import type { Db } from "#db/database.ts";
import { letOthersWait } from "#app/domain/voices/waits.ts";
import { replaceOpenTests } from "./blind-tests.ts";
import { type Ballots, ballots, ofVoices } from "./due-voices.ts";
import { verdictQuestions } from "./verdict-questions.ts";

/** Keeps the older of two votes, verdicts or tests of one person or mailbox (RULES.md 1.9); those for which one subject has no room wait (5.8). */
export async function moveVotesAndReviews(
  tx: Db,
  { oldDupe, keptDupe, isTurned }: DupePair,
  at: string,
): Promise<void> {
  if (isTurned) await turn(tx, oldDupe);
  for (const table of ballots) await deleteNewer(tx, table, [oldDupe, keptDupe]);
  const testing = tx.selectFrom("blind_tests").select("user_id").where("state", "=", "open");
  const people = (await testing.where("dupe_id", "=", keptDupe).execute()).flatMap(
    ({ user_id }) => user_id ?? [],
  );
  await replaceOpenTests(tx, [oldDupe], people, at);
  for (const table of [...ballots, "dupe_reviews", "review_drafts"] as const)
    await tx.updateTable(table).set({ dupe_id: keptDupe }).where("dupe_id", "=", oldDupe).execute();
  for (const table of ballots) await letOthersWait(tx, table, keptDupe, at);
}

/** What a look-alike is against its original, the original is not against the look-alike. */
async function turn(tx: Db, dupeId: number): Promise<void> {
  const turned = (["lasting", "projection", "again"] as const).map((question) => {
    const [first, , last] = verdictQuestions[question];
    return turnedColumn(question, first, last);
  });
  await sql`update verdicts set ${sql.join(turned)} where dupe_id = ${dupeId}`.execute(tx);
  const bottles = (["carries", "liked"] as const).map((one) =>
    turnedColumn(one, "dupe", "original"),
  );
  await sql`update blind_tests set ${sql.join(bottles)} where dupe_id = ${dupeId}`.execute(tx);
}

function turnedColumn(name: string, first: string, last: string) {
  const column = sql.ref(name);
  return sql`${column} = case ${column} when ${first} then ${last} when ${last} then ${first} else ${column} end`;
}

async function deleteNewer(tx: Db, table: Ballots, both: number[]): Promise<void> {
  await tx
    .deleteFrom(table)
    .where("id", "in", (of) =>
      of
        .selectFrom(`${table} as one` as "user_votes as one")
        .innerJoin(`${table} as other` as "user_votes as other", (on) =>
          on.on((row) =>
            row.or([
              row("other.user_id", "=", row.ref("one.user_id")),
              row("other.mailbox", "=", row.ref("one.mailbox")),
            ]),
          ),
        )
        .where("one.dupe_id", "in", both)
        .where("other.dupe_id", "in", both)
        .where("one.state", "in", ofVoices)
        .where("other.state", "in", ofVoices)
        .where(sql<boolean>`(other.created_at, other.id) < (one.created_at, one.id)`)
        .select("one.id"),
    )
    .execute();
}
