import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { findReportedReviews, type ReportedReview } from "#app/domain/reviews/reported-reviews.ts";
import { decideReview, type ReviewDecision } from "#app/domain/reviews/review-decisions.ts";
import type { Change, QueueKind } from "./queue-kind.ts";

const maxReports = 5;

/** Accepting removes a review, refusing shows it again (RULES.md 5.6, 10.8). */
export const reportedReviews: QueueKind<ReportedReview> = {
  async find(db, ids) {
    return [...(await findReportedReviews(db, ids)).values()];
  },

  stateOf: (review) => ({ version: review.version, waiting: waits(review) }),

  async describe(_, reviews) {
    return reviews.map((review) => {
      const waiting = review.reports.filter(({ decided }) => !decided);
      const first = waiting.slice(0, maxReports);
      const askers = first.flatMap(({ userId, username, at }) =>
        userId === null ? [] : [{ userId, username, at }],
      );
      const details = { kind: "review" as const, ...review, reports: first };
      return { people: waiting.length, askers, perfume: review.original, details };
    });
  },

  async accept(tx, review, _corrected, { now }) {
    return { ...(await decide(tx, review, { decision: "remove" }, now)), isTold: true };
  },

  refuse: (tx, review, _reason, { now }) => decide(tx, review, { decision: "show" }, now),

  async reopen(tx, review, { before, after, at }, now) {
    // It may have been removed since with all its author's reviews (RULES.md 10.18).
    if (waits(review) || review.state !== after?.state) return false;
    // The reports may have been deleted with their authors' accounts.
    const decision = before?.state === "hidden" ? "hide-again" : "reopen";
    await decide(tx, review, { decision, decidedAt: at }, now);
    return true;
  },
};

const waits = ({ waiting, state }: ReportedReview) => waiting > 0 || state === "hidden";

/** The log stores a review's state, not its text. */
async function decide(
  tx: Db,
  { id, version, dupe, authorId }: ReportedReview,
  decided: ReviewDecision,
  now: Date,
): Promise<Change> {
  const done = await decideReview(tx, { reviewId: id, version, ...decided }, now);
  if (done.outcome !== "decided") throw new Error(`Review ${id} changed in its own transaction`);
  // Cached pages show the review or count it.
  await catalogChanged(tx);
  return {
    before: { state: done.before },
    after: { state: done.after },
    perfumeId: dupe.id,
    personId: authorId,
  };
}
