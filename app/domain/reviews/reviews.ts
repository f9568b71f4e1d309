import type { ExpressionBuilder } from "kysely";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { Schema } from "#db/schema.ts";
import { isShown } from "#app/domain/catalog/relations.ts";
import { requireWriter } from "#app/domain/accounts/suspensions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { findDupeOn } from "#app/domain/catalog/redirects.ts";
import { duplicatesIn } from "#db/double-submit.ts";

const reviewsPerPage = 10;
/** code points (RULES.md 12.2) */
export const maxReviewLength = 2000;

/** Only its author sees states other than "shown" (RULES.md 5.5); `voto` is its author's counted vote on the dupe. */
export type Review = Awaited<ReturnType<typeof reviewsOn>>[number];

interface NewReview {
  dupeId: number;
  perfumeId: number;
  description: string;
  language: string;
}

/** Newest first; readers see their own in every state (RULES.md 5.2, 5.5). */
export async function listReviews(
  db: Db,
  dupeId: number,
  page: number,
  reader: string | null = null,
) {
  const { n } = await db
    .selectFrom("dupe_reviews")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("dupe_id", "=", dupeId)
    .where(isShownTo(reader))
    .executeTakeFirstOrThrow();
  const count = Number(n);
  const pages = Math.ceil(count / reviewsPerPage);
  const inRange = Number.isInteger(page) && page >= 1 && page <= pages;
  const reviews = inRange ? await reviewsOn(db, dupeId, page, reader) : [];
  return { reviews, count, pages };
}

const isShownTo = (reader: string | null) => (row: ExpressionBuilder<Schema, "dupe_reviews">) =>
  reader === null ? isShown(row) : row.or([isShown(row), row("dupe_reviews.user_id", "=", reader)]);

async function reviewsOn(db: Db, dupeId: number, page: number, reader: string | null) {
  const rows = await db
    .selectFrom("dupe_reviews")
    .innerJoin("usuarios", "usuarios.id", "dupe_reviews.user_id")
    .select(["dupe_reviews.id", "description", "dupe_reviews.created_at as createdAt"])
    .select(["dupe_reviews.user_id as userId", "language", "dupe_reviews.state"])
    .leftJoin("user_votes", (on) =>
      on
        .onRef("user_votes.dupe_id", "=", "dupe_reviews.dupe_id")
        .onRef("user_votes.user_id", "=", "dupe_reviews.user_id")
        .on("user_votes.state", "=", "counted"),
    )
    .select(["nombre_usuario as username", "avatar_url as avatarUrl", "voto"])
    .where("dupe_reviews.dupe_id", "=", dupeId)
    .where(isShownTo(reader))
    .orderBy("dupe_reviews.created_at", "desc")
    .orderBy("dupe_reviews.id", "desc")
    .limit(reviewsPerPage)
    .offset((page - 1) * reviewsPerPage)
    .execute();
  return rows.map(({ username, avatarUrl, ...row }) => ({
    ...row,
    author: { username, avatarUrl },
  }));
}

/** "duplicate": the form was sent twice. @throws Refused "no-such-dupe", "no-such-person", "removed-review" (the same words) */
export async function publishReview(
  db: Db,
  userId: string,
  { dupeId: sentId, perfumeId, description, language }: NewReview,
  now: Date,
): Promise<"published" | "duplicate"> {
  const { since, until } = duplicatesIn(now);
  return inTransaction(db, async (tx) => {
    const dupeId = await findDupeOn(tx, perfumeId, sentId);
    if (dupeId === undefined) throw new Refused("no-such-dupe");
    await requireWriter(tx, userId);
    const same = await tx
      .selectFrom("dupe_reviews")
      .select(["state", "created_at"])
      .where("dupe_id", "=", dupeId)
      .where("user_id", "=", userId)
      .where("description", "=", description)
      .execute();
    if (same.some(({ state }) => state === "removed")) throw new Refused("removed-review");
    if (same.some(({ created_at: at }) => at > since && at <= until)) return "duplicate";
    await tx
      .insertInto("dupe_reviews")
      .values({
        dupe_id: dupeId,
        user_id: userId,
        description,
        language,
        created_at: now.toISOString(),
      })
      .execute();
    return "published";
  });
}

/** Deletes only reviews on this bottle's page (RULES.md 5.2). @returns the dupe @throws Refused "no-such-review", "not-yours", "no-such-person" */
export async function deleteReview(
  db: Db,
  userId: string,
  reviewId: number,
  perfumeId?: number,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await requireWriter(tx, userId);
    const review = await tx
      .selectFrom("dupe_reviews")
      .innerJoin("dupes", "dupes.id", "dupe_reviews.dupe_id")
      .select(["user_id", "dupe_id", "perfume_id", "dupe_perfume_id"])
      .where("dupe_reviews.id", "=", reviewId)
      .executeTakeFirst();
    const isOnPage = [undefined, review?.perfume_id, review?.dupe_perfume_id].includes(perfumeId);
    if (!review || !isOnPage) throw new Refused("no-such-review");
    if (review.user_id !== userId) throw new Refused("not-yours");
    await tx.deleteFrom("dupe_reviews").where("id", "=", reviewId).execute();
    return review.dupe_id;
  });
}
