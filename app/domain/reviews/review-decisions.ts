import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { ReviewState } from "#db/schema.ts";
import { isReportedEnough } from "./reports.ts";

/** "remove" hides a review from all but its author; "show" also restores it; "reopen" and "hide-again" undo a decision, so its reports wait again. */
export type ReviewDecision =
  | { decision: "remove" | "show" }
  | { decision: "reopen" | "hide-again"; decidedAt: string };

type DecisionOutcome =
  | {
      outcome: "decided";
      /** to purge their pages from the cache (RULES.md 13.5) */
      dupeId: number;
      authorId: string;
      before: ReviewState;
      after: ReviewState;
      version: number;
    }
  | { outcome: "stale"; state: ReviewState; version: number }
  | { outcome: "no-such-review" };

/** Call it in the transaction that writes the log (RULES.md 5.6). */
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
  (await isReportedEnough(db, reviewId)) ? "hidden" : "shown";

async function closeReports(db: Db, reviewId: number, now: Date): Promise<void> {
  await db
    .updateTable("review_reports")
    .set({ decided_at: now.toISOString() })
    .where("review_id", "=", reviewId)
    .where("decided_at", "is", null)
    .execute();
}

/** Reopens only the reports that this decision answered; accounts deleted since may leave none. */
async function reopenReports(db: Db, reviewId: number, decidedAt: string): Promise<void> {
  await db
    .updateTable("review_reports")
    .set({ decided_at: null })
    .where("review_id", "=", reviewId)
    .where("decided_at", "=", decidedAt)
    .execute();
}

/** months (RULES.md 14.9) */
const retention = 12;

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
