import type { ExpressionBuilder } from "kysely";
import { isExcluded } from "#app/domain/voices/excluded.ts";
import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { type Ballots, ofVoices, recount } from "./due-voices.ts";

/** Votes, verdicts or tests count while no decision excludes them; what waits goes on waiting. */
export async function settleBallots(tx: Db, table: Ballots, ids: Iterable<number>): Promise<void> {
  const dupes = new Set<number>();
  for (const some of chunks(ids)) {
    const settled = await tx
      .updateTable(table as "user_votes")
      .set((row) => ({
        state: row
          .case()
          .when(isExcluded(table))
          .then("uncounted" as const)
          .when("counts_from", "is", null)
          .then("counted" as const)
          .else("waiting" as const)
          .end(),
      }))
      .where("id", "in", some)
      .where("state", "in", ofVoices)
      .returning("dupe_id")
      .execute();
    for (const { dupe_id } of settled) dupes.add(dupe_id);
  }
  await recount[table](tx, dupes);
}

type Reviews = ExpressionBuilder<Schema, "dupe_reviews">;

/** Reviews show, or are hidden, while no decision excludes them. The open reports of a removed one are answered until it is back. */
export async function settleReviews(tx: Db, ids: Iterable<number>, now: Date): Promise<void> {
  const decided_at = now.toISOString();
  for (const some of chunks(ids)) {
    const isBack = (row: Reviews) =>
      row.and([row("own_state", "is not", null), row.not(isExcluded("dupe_reviews"))]);
    const isGone = (row: Reviews) =>
      row.and([row("state", "!=", "removed"), isExcluded("dupe_reviews")]);
    const those = (are: typeof isBack) =>
      tx.selectFrom("dupe_reviews").select("id").where("id", "in", some).where(are);
    await tx
      .updateTable("review_reports")
      .set({ decided_at: null })
      .where("review_id", "in", those(isBack))
      .where("decided_at", "=", (of) =>
        of
          .selectFrom("dupe_reviews")
          .select("dupe_reviews.decided_at")
          .whereRef("dupe_reviews.id", "=", "review_id"),
      )
      .execute();
    await tx
      .updateTable("review_reports")
      .set({ decided_at })
      .where("review_id", "in", those(isGone))
      .where("decided_at", "is", null)
      .execute();
    const settle = (are: typeof isBack) =>
      tx
        .updateTable("dupe_reviews")
        .set((row) => ({ version: row("version", "+", 1), decided_at }))
        .where("id", "in", some)
        .where(are);
    await settle(isBack)
      .set((row) => ({ state: row.ref("own_state").$notNull(), own_state: null }))
      .execute();
    await settle(isGone)
      // Kysely does not know that the condition leaves no removed ones.
      .set((row) => ({ own_state: row.ref("state") as never, state: "removed" as const }))
      .execute();
  }
}
