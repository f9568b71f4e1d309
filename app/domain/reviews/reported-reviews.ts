import type { Db } from "#db/database.ts";
import type { ReviewState } from "#db/schema.ts";
import type { ReportReason } from "./report-reasons.ts";
import type { ReportedText } from "./reports.ts";

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

/** @returns reviews with their reports by id, also without any report that waits; those that are not there are left out */
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
