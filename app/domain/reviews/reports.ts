import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { isShown } from "#app/domain/catalog/shown-reviews.ts";
import { establishedAt } from "#app/domain/accounts/established.ts";
import { notSuspended, mayWrite } from "#app/domain/accounts/suspensions.ts";
import { type Voice, voiceOfPerson, type VoiceSettings } from "#app/domain/accounts/voices.ts";
import type { ReportReason } from "./report-reasons.ts";

const day = 24 * 60 * 60_000;
const week = 7 * day;
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
): Promise<(ReportedText & { state: "shown" | "hidden"; isDecided: boolean }) | null> {
  const review = await db
    .selectFrom("dupe_reviews")
    .innerJoin("dupes", "dupes.id", "dupe_reviews.dupe_id")
    .innerJoin("usuarios", "usuarios.id", "dupe_reviews.user_id")
    .select(["dupe_reviews.id", "dupe_id", "user_id", "nombre_usuario", "description", "language"])
    .select(["state", "decided_at", (row) => isShown(row).as("isShown")])
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
    isDecided: review.decided_at !== null,
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

/** Once per mailbox and review (RULES.md 5.4). "hidden": by this report; "reported-already": even after a decision. */
export async function reportReview(
  db: Db,
  { reviewId, perfumeId, userId, reason, note }: NewReport,
  now: Date,
  settings: VoiceSettings,
): Promise<ReportOutcome> {
  const at = now.toISOString();
  return inTransaction(db, async (tx) => {
    const review = await findReportable(tx, perfumeId, reviewId);
    if (!review) return "no-such-review";
    if (review.authorId === userId) return "own";
    if (!(await mayWrite(tx, userId))) return "no-such-person";
    const voice = await voiceOfPerson(tx, userId, settings);
    const { mailboxes, mailDomain } = voice;
    const own = reportsOf(tx, userId, { mailboxes, mailDomain: null });
    if (await own.where("review_id", "=", reviewId).executeTakeFirst()) return "reported-already";
    // After an operator's decision only another one hides the review (RULES.md 5.6).
    const counts =
      !review.isDecided &&
      !(await hasCounted(tx, userId, voice, now)) &&
      (!settings.emailsAreConfirmed || (await establishedAt(tx, userId, week, now)) <= at);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("review_reports")
      .values({
        review_id: reviewId,
        user_id: userId,
        mailbox: mailboxes[0] ?? null,
        mail_domain: mailDomain,
        reason,
        note,
        counts: Number(counts),
        created_at: at,
      })
      .onConflict((known) => known.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return "reported-already";
    if ((await countToHide(tx, reviewId)) < enoughReports) return "reported";
    const { numUpdatedRows } = await tx
      .updateTable("dupe_reviews")
      .set({ state: "hidden" })
      .where("id", "=", reviewId)
      .where("state", "=", "shown")
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n ? "hidden" : "reported";
  });
}

const reportsOf = (db: Db, userId: string, { mailboxes, mailDomain }: Voice) =>
  db
    .selectFrom("review_reports")
    .select("id")
    .where((row) =>
      row.or([
        row("user_id", "=", userId),
        ...(mailboxes.length === 0 ? [] : [row("mailbox", "in", mailboxes)]),
        ...(mailDomain === null ? [] : [row("mail_domain", "=", mailDomain)]),
      ]),
    );

/** One report a day per voice helps to hide a review. */
async function hasCounted(db: Db, userId: string, voice: Voice, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - day).toISOString();
  const counted = reportsOf(db, userId, voice)
    .where("counts", "=", 1)
    .where("created_at", ">", since);
  return (await counted.executeTakeFirst()) !== undefined;
}

/** Voices in waiting reports, of people who are neither suspended nor gone (RULES.md 5.5, 9.13). */
export async function countToHide(db: Db, reviewId: number): Promise<number> {
  const { n } = await db
    .selectFrom("review_reports")
    .select((row) =>
      row.fn.count<number>(row.fn.coalesce("mail_domain", "user_id")).distinct().as("n"),
    )
    .where("review_id", "=", reviewId)
    .where("decided_at", "is", null)
    .where("counts", "=", 1)
    .where("user_id", "is not", null)
    .where(notSuspended("review_reports.user_id"))
    .executeTakeFirstOrThrow();
  return Number(n);
}
