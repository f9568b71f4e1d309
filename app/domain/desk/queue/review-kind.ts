import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import {
  findReportedReview,
  findReportedReviews,
  type ReportedReview,
} from "#app/domain/reviews/reported-reviews.ts";
import { decideReview, type ReviewDecision } from "#app/domain/reviews/review-decisions.ts";
import type { Change, Described, QueueKind } from "./queue-kind.ts";

const maxReports = 5;

/** Accepting removes a review, refusing shows it again (RULES.md 5.6, 10.8). */
export const reportedReviews: QueueKind = {
  async find(db, id) {
    const review = await findReportedReview(db, id);
    return review === null ? undefined : { version: review.version, waiting: waits(review) };
  },

  async describe(db, ids) {
    const reviews = await findReportedReviews(db, ids);
    return new Map([...reviews].map(([id, review]) => [id, described(review)]));
  },

  async accept(tx, id, _corrected, { now }) {
    return { ...(await decide(tx, id, { decision: "remove" }, now)), isTold: true };
  },

  async refuse(tx, id, _reason, { now }) {
    return decide(tx, id, { decision: "show" }, now);
  },

  async reopen(tx, id, { before, after, at }, now) {
    const review = await findReportedReview(tx, id);
    // It may have been removed since with all its author's reviews (RULES.md 10.18).
    if (!review || waits(review) || review.state !== after?.state) return false;
    // The reports may have been deleted with their authors' accounts.
    const decision = before?.state === "hidden" ? "hide-again" : "reopen";
    await decide(tx, id, { decision, decidedAt: at }, now);
    return true;
  },
};

const waits = ({ waiting, state }: ReportedReview) => waiting > 0 || state === "hidden";

function described(review: ReportedReview): Described {
  const { version, original } = review;
  const waiting = review.reports.filter(({ decided }) => !decided);
  const first = waiting.slice(0, maxReports);
  return {
    version,
    people: waiting.length,
    askers: first.flatMap(({ userId, username, at }) =>
      userId === null ? [] : [{ userId, username, at }],
    ),
    perfume: original,
    details: { kind: "review", ...review, reports: first },
  };
}

/** The log stores a review's state, not its text. */
async function decide(tx: Db, id: number, decided: ReviewDecision, now: Date): Promise<Change> {
  const { version, dupe, authorId } = (await findReportedReview(tx, id))!;
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
