import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { ReviewState } from "#db/schema.ts";
import { countWaiting, enoughReports } from "./reports.ts";

/**
 * What is decided of a review, reported or not: "remove" takes it away from everybody but its author, "show" shows it again
 * or restores one that was removed, "reopen" takes the last decision back: the reports that it answered wait again; "hide-again"
 * does so where the review was hidden, which it is again, also when reports went with accounts since. `decidedAt` says when what
 * is taken back was decided (ISO 8601).
 */
export type ReviewDecision =
  | { decision: "remove" | "show" }
  | { decision: "reopen" | "hide-again"; decidedAt: string };

export type DecisionOutcome =
  | {
      outcome: "decided";
      /** whose pages show it: take them from the cache (RULES.md 11.2) */
      dupeId: number;
      authorId: string;
      before: ReviewState;
      after: ReviewState;
      version: number;
    }
  /** somebody else decided since: what it is now */
  | { outcome: "stale"; state: ReviewState; version: number }
  | { outcome: "no-such-review" };

/**
 * Decides on a review (RULES.md 24.4). Call it in the transaction that writes the log of decisions.
 * @param version that the decider saw
 */
export async function decideReview(
  db: Db,
  { reviewId, version, ...decided }: { reviewId: number; version: number } & ReviewDecision,
  now: Date,
): Promise<DecisionOutcome> {
  return inTransaction(db, async (tx) => {
    const review = await tx
      .selectFrom("dupe_reviews")
      .select(["dupe_id", "user_id", "state", "version"])
      .where("id", "=", reviewId)
      .executeTakeFirst();
    if (!review) return { outcome: "no-such-review" };
    if (review.version !== version)
      return { outcome: "stale", state: review.state, version: review.version };
    const { decision } = decided;
    if ("decidedAt" in decided) await reopenReports(tx, reviewId, decided.decidedAt);
    else await closeReports(tx, reviewId, now);
    const after = decision === "reopen" ? await stateByReports(tx, reviewId) : stateAfter[decision];
    await tx
      .updateTable("dupe_reviews")
      .set({ state: after, version: version + 1, decided_at: now.toISOString() })
      .where("id", "=", reviewId)
      .execute();
    const { dupe_id: dupeId, user_id: authorId, state: before } = review;
    return { outcome: "decided", dupeId, authorId, before, after, version: version + 1 };
  });
}

const stateAfter = { remove: "removed", show: "shown", "hide-again": "hidden" } as const;

const stateByReports = async (db: Db, reviewId: number) =>
  (await countWaiting(db, reviewId)) < enoughReports ? "shown" : "hidden";

async function closeReports(db: Db, reviewId: number, now: Date): Promise<void> {
  await db
    .updateTable("review_reports")
    .set({ decided_at: now.toISOString() })
    .where("review_id", "=", reviewId)
    .where("decided_at", "is", null)
    .execute();
}

/** Those that a decision answered, and none of an earlier one's, also when all of them went with accounts since. */
async function reopenReports(db: Db, reviewId: number, decidedAt: string): Promise<void> {
  await db
    .updateTable("review_reports")
    .set({ decided_at: null })
    .where("review_id", "=", reviewId)
    .where("decided_at", "=", decidedAt)
    .execute();
}

/** months (RULES.md 9.1) */
const retention = 12;

/** Deletes reports 12 months after their decision, and reviews 12 months after they were removed. */
export async function deleteOldReports(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - retention);
  const before = oldest.toISOString();
  await db.deleteFrom("review_reports").where("decided_at", "<", before).execute();
  await db
    .deleteFrom("dupe_reviews")
    .where("state", "=", "removed")
    .where("decided_at", "<", before)
    .execute();
}
