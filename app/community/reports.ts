import { type Db, inTransaction } from "#db/connect.ts";
import type { ReviewState } from "#db/schema.ts";
import { isShown } from "#db/shown-reviews.ts";
import { notSuspended, userExists } from "#db/suspended.ts";
import type { ReportReason } from "./report-reasons.ts";

/** How many people's reports hide a review until they are decided on (RULES.md 24.2). */
export const enoughReports = 3;
/** code points of what somebody adds to a report (RULES.md 24.1) */
export const maxReportNote = 1000;

export interface ReportedText {
  id: number;
  dupeId: number;
  authorId: string;
  author: string | null;
  description: string;
  language: string | null;
}

/**
 * @param perfumeId the bottle on whose page it stands
 * @returns a review that can be reported there; null when there is none, or it was removed. A hidden one, whose text only its
 * author sees by now, can be reported from a page that was open before; so can that of an author who is suspended
 */
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
  /** the bottle on whose page it was reported */
  perfumeId: number;
  /** who reports, with a confirmed address */
  userId: string;
  reason: ReportReason;
  /** clean and no longer than `maxReportNote`; null for none */
  note: string | null;
}

export type ReportOutcome =
  | "reported"
  | "hidden"
  | "reported-already"
  | "own"
  | "no-such-review"
  | "no-such-person";

/**
 * Notes that somebody finds a review wrong, once per person and review (RULES.md 24.1).
 * @returns "hidden" when this report is the one that hides it; "reported-already" changes nothing, also after a decision
 */
export async function reportReview(
  db: Db,
  { reviewId, perfumeId, userId, reason, note }: NewReport,
  now: Date,
): Promise<ReportOutcome> {
  return inTransaction(db, async (tx) => {
    const review = await findReportable(tx, perfumeId, reviewId);
    if (!review) return "no-such-review";
    if (review.authorId === userId) return "own";
    if (!(await userExists(tx, userId))) return "no-such-person";
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

/** Of who is not suspended (RULES.md 27.2). */
async function countWaiting(db: Db, reviewId: number): Promise<number> {
  const { n } = await db
    .selectFrom("review_reports")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("review_id", "=", reviewId)
    .where("decided_at", "is", null)
    .where(notSuspended("review_reports.user_id"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** A review that waits for a decision. */
export interface ReportedReview extends ReportedText {
  state: ReviewState;
  version: number;
  /** ISO 8601 */
  createdAt: string;
  /** the bottle that it is about, and the original that this is a dupe of */
  dupe: Bottle;
  original: Bottle;
  /** how many wait, and since when (ISO 8601) */
  waiting: number;
  since: string;
  /** all of it, the newest last, also those that were decided on before */
  reports: Report[];
}

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
}

interface Report {
  userId: string;
  username: string | null;
  reason: ReportReason;
  note: string | null;
  /** ISO 8601 */
  at: string;
  /** whether a decision was made since */
  decided: boolean;
}

/** @returns how many reviews have reports that wait for a decision */
export async function countReportedReviews(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom("review_reports")
    .select((row) => row.fn.count<number>("review_id").distinct().as("n"))
    .where("decided_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** @returns reviews with reports that wait for a decision, those of most people first, then those that wait longest */
export async function listReportedReviews(
  db: Db,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<ReportedReview[]> {
  const waiting = await waitingReports(db)
    .orderBy("waiting", "desc")
    .orderBy("since")
    .orderBy("review_id")
    .limit(limit)
    .offset(offset)
    .execute();
  return describe(db, waiting);
}

/** @returns reviews as the list has them by id, also without any report that waits; those that are not there are left out */
export async function findReportedReviews(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ReportedReview>> {
  const waiting = await waitingReports(db).where("review_id", "in", ids).execute();
  const known = new Map(waiting.map((row) => [row.review_id, row]));
  const found = await describe(
    db,
    ids.map((id) => known.get(id) ?? { review_id: id, waiting: 0, since: "" }),
  );
  return new Map(found.map((review) => [review.id, review]));
}

/** @returns one review of `findReportedReviews`; null when there is no such review */
export async function findReportedReview(db: Db, reviewId: number): Promise<ReportedReview | null> {
  return (await findReportedReviews(db, [reviewId])).get(reviewId) ?? null;
}

const waitingReports = (db: Db) =>
  db
    .selectFrom("review_reports")
    .select("review_id")
    .select((row) => row.fn.countAll<number>().as("waiting"))
    .select((row) => row.fn.min("created_at").as("since"))
    .where("decided_at", "is", null)
    .groupBy("review_id");

interface Waiting {
  review_id: number;
  waiting: number;
  since: string;
}

async function describe(db: Db, waiting: Waiting[]): Promise<ReportedReview[]> {
  const ids = waiting.map(({ review_id }) => review_id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("dupe_reviews as review")
    .innerJoin("usuarios", "usuarios.id", "review.user_id")
    .innerJoin("dupes", "dupes.id", "review.dupe_id")
    .innerJoin("perfumes as bottle", "bottle.id", "dupes.dupe_perfume_id")
    .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
    .select(["review.id", "dupe_id", "review.user_id", "nombre_usuario", "description"])
    .select(["language", "state", "version", "review.created_at"])
    .select(["bottle.id as bottle_id", "bottle.marca", "bottle.nombre"])
    .select(["original.id as original_id", "original.marca as original_marca"])
    .select("original.nombre as original_nombre")
    .where("review.id", "in", ids)
    .execute();
  const reviews = new Map(rows.map((row) => [row.id, row]));
  const reports = Map.groupBy(await reportsOf(db, ids), ({ review_id }) => review_id);
  return waiting.flatMap(({ review_id, waiting: count, since }) => {
    const row = reviews.get(review_id);
    if (!row) return [];
    return {
      id: row.id,
      dupeId: row.dupe_id,
      authorId: row.user_id,
      author: row.nombre_usuario,
      description: row.description,
      language: row.language,
      state: row.state,
      version: row.version,
      createdAt: row.created_at,
      dupe: { id: row.bottle_id, marca: row.marca, nombre: row.nombre },
      original: { id: row.original_id, marca: row.original_marca, nombre: row.original_nombre },
      waiting: Number(count),
      since,
      reports: (reports.get(review_id) ?? []).map((report) => ({
        userId: report.user_id,
        username: report.nombre_usuario,
        reason: report.reason,
        note: report.note,
        at: report.created_at,
        decided: report.decided_at !== null,
      })),
    };
  });
}

const reportsOf = (db: Db, ids: number[]) =>
  db
    .selectFrom("review_reports")
    .innerJoin("usuarios", "usuarios.id", "review_reports.user_id")
    .select(["review_id", "user_id", "nombre_usuario", "reason", "note"])
    .select(["review_reports.created_at", "decided_at"])
    .where("review_id", "in", ids)
    .orderBy("review_reports.created_at")
    .orderBy("user_id")
    .execute();

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
