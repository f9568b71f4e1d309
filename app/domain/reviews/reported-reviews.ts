import { pairColumns, pairIn } from "#app/domain/catalog/relations.ts";
import type { Db } from "#db/database.ts";

export type ReportedReview = NonNullable<Awaited<ReturnType<typeof findReportedReview>>>;

/** With all reports, newest last, `waiting` of them undecided, the first since `since`. */
export async function findReportedReviews(db: Db, ids: readonly number[]) {
  const rows = await reviewsOf(db, ids);
  const reports = Map.groupBy(await reportsOf(db, ids), ({ reviewId }) => reviewId);
  return new Map(
    rows.map((row) => {
      const all = (reports.get(row.id) ?? []).map(({ reviewId: _id, decided_at, ...report }) => ({
        ...report,
        decided: decided_at !== null,
      }));
      const waiting = all.filter(({ decided }) => !decided);
      const counts = { waiting: waiting.length, since: waiting[0]?.at ?? "" };
      return [row.id, { ...pairIn(row), ...counts, reports: all }];
    }),
  );
}

export async function findReportedReview(db: Db, reviewId: number) {
  return (await findReportedReviews(db, [reviewId])).get(reviewId) ?? null;
}

const reviewsOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("dupe_reviews as review")
    .innerJoin("usuarios", "usuarios.id", "review.user_id")
    .innerJoin("dupes", "dupes.id", "review.dupe_id")
    .innerJoin("perfumes as dupe", "dupe.id", "dupes.dupe_perfume_id")
    .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
    .select(["review.id", "dupe_id as dupeId", "review.user_id as authorId", "description"])
    .select(["nombre_usuario as author", "language", "state", "version"])
    .select(["review.created_at as createdAt", ...pairColumns])
    .where("review.id", "in", ids)
    .execute();

const reportsOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("review_reports")
    .leftJoin("usuarios", "usuarios.id", "review_reports.user_id")
    .select(["review_id as reviewId", "user_id as userId", "nombre_usuario as username"])
    .select(["reason", "note", "review_reports.created_at as at", "decided_at"])
    .where("review_id", "in", ids)
    .orderBy("review_reports.created_at")
    .orderBy("review_reports.id")
    .execute();
