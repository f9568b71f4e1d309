import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { isShown } from "#app/domain/catalog/shown-reviews.ts";
import { notSuspended, mayWrite } from "#app/domain/accounts/suspensions.ts";
import type { ReportReason } from "./report-reasons.ts";

/** Number of reporters that hides a review until a decision (RULES.md 5.5). */
export const enoughReports = 3;
/** code points of a report's note (RULES.md 5.4) */
export const maxReportNote = 1000;

export interface ReportedText {
  id: number;
  dupeId: number;
  authorId: string;
  author: string | null;
  description: string;
  language: string | null;
}

/** null for a missing or removed review. Hidden reviews and those of suspended authors can be reported from a page opened earlier. */
export async function findReportable(
  db: Db,
  perfumeId: number,
  reviewId: number,
): Promise<(ReportedText & { state: "shown" | "hidden" }) | null> {
  const review = await db
    .selectFrom("dupe_reviews")
    .innerJoin("dupes", "dupes.id", "dupe_reviews.dupe_id")
    .innerJoin("usuarios", "usuarios.id", "dupe_reviews.user_id")
    .select(["dupe_reviews.id", "dupe_id", "user_id", "nombre_usuario", "description", "language"])
    .select(["state", (row) => isShown(row).as("isShown")])
    .where("dupe_reviews.id", "=", reviewId)
    .where((row) =>
      row.or([row("perfume_id", "=", perfumeId), row("dupe_perfume_id", "=", perfumeId)]),
    )
    .executeTakeFirst();
  if (!review || review.state === "removed") return null;
  return {
    id: review.id,
    dupeId: review.dupe_id,
    authorId: review.user_id,
    author: review.nombre_usuario,
    description: review.description,
    language: review.language,
    state: review.isShown ? "shown" : "hidden",
  };
}

interface NewReport {
  reviewId: number;
  perfumeId: number;
  userId: string;
  reason: ReportReason;
  note: string | null;
}

export type ReportOutcome =
  | "reported"
  | "hidden"
  | "reported-already"
  | "own"
  | "no-such-review"
  | "no-such-person";

/** Once per person and review (RULES.md 5.4). "hidden": by this report; "reported-already": even after a decision. */
export async function reportReview(
  db: Db,
  { reviewId, perfumeId, userId, reason, note }: NewReport,
  now: Date,
): Promise<ReportOutcome> {
  return inTransaction(db, async (tx) => {
    const review = await findReportable(tx, perfumeId, reviewId);
    if (!review) return "no-such-review";
    if (review.authorId === userId) return "own";
    if (!(await mayWrite(tx, userId))) return "no-such-person";
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("review_reports")
      .values({ review_id: reviewId, user_id: userId, reason, note, created_at: now.toISOString() })
      .onConflict((known) => known.columns(["review_id", "user_id"]).doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return "reported-already";
    if ((await countWaiting(tx, reviewId)) < enoughReports) return "reported";
    const { numUpdatedRows } = await tx
      .updateTable("dupe_reviews")
      .set({ state: "hidden" })
      .where("id", "=", reviewId)
      .where("state", "=", "shown")
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n ? "hidden" : "reported";
  });
}

/** Ignores reports by suspended people (RULES.md 9.13). */
export async function countWaiting(db: Db, reviewId: number): Promise<number> {
  const { n } = await db
    .selectFrom("review_reports")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("review_id", "=", reviewId)
    .where("decided_at", "is", null)
    .where(notSuspended("review_reports.user_id"))
    .executeTakeFirstOrThrow();
  return Number(n);
}
