import type { Db } from "#db/database.ts";
import type { ReviewState } from "#db/schema.ts";
import type { ReportReason } from "./report-reasons.ts";
import type { ReportedText } from "./reports.ts";

export interface ReportedReview extends ReportedText {
  state: ReviewState;
  version: number;
  createdAt: string;
  dupe: Bottle;
  original: Bottle;
  waiting: number;
  since: string;
  /** newest last, including decided ones */
  reports: Report[];
}

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
}

interface Report {
  /** null when the account is deleted */
  userId: string | null;
  username: string | null;
  reason: ReportReason;
  note: string | null;
  at: string;
  decided: boolean;
}

export async function findReportedReviews(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ReportedReview>> {
  if (ids.length === 0) return new Map();
  const rows = await reviewsOf(db, ids);
  const reports = Map.groupBy(await reportsOf(db, ids), ({ review_id }) => review_id);
  return new Map(rows.map((row) => [row.id, toReportedReview(row, reports.get(row.id) ?? [])]));
}

export async function findReportedReview(db: Db, reviewId: number): Promise<ReportedReview | null> {
  return (await findReportedReviews(db, [reviewId])).get(reviewId) ?? null;
}

function reviewsOf(db: Db, ids: readonly number[]) {
  return db
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
}

function toReportedReview(
  row: Awaited<ReturnType<typeof reviewsOf>>[number],
  reports: Awaited<ReturnType<typeof reportsOf>>,
): ReportedReview {
  const waiting = reports.filter(({ decided_at }) => decided_at === null);
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
    waiting: waiting.length,
    since: waiting[0]?.created_at ?? "",
    reports: reports.map((report) => ({
      userId: report.user_id,
      username: report.nombre_usuario,
      reason: report.reason,
      note: report.note,
      at: report.created_at,
      decided: report.decided_at !== null,
    })),
  };
}

const reportsOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("review_reports")
    .leftJoin("usuarios", "usuarios.id", "review_reports.user_id")
    .select(["review_id", "user_id", "nombre_usuario", "reason", "note"])
    .select(["review_reports.created_at", "decided_at"])
    .where("review_id", "in", ids)
    .orderBy("review_reports.created_at")
    .orderBy("review_reports.id")
    .execute();
