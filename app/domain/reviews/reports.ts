import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { isShown } from "#app/domain/catalog/relations.ts";
import { notSuspended, requireWriter } from "#app/domain/accounts/suspensions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { hasDistinct, ownRow, type Speaker, speakerOf } from "#app/domain/voices/speaker.ts";
import { weigh } from "#app/domain/voices/waits.ts";
import type { ReportReason } from "./report-reasons.ts";
import type { Ballot } from "./ballots.ts";

const day = 24 * 60 * 60_000;
/** Distinct voices that hide a review until a decision (RULES.md 5.5). */
const enoughReports = 3;
/** Some of this many reports decide. */
const maxCounted = 100;
/** code points of a report's note (RULES.md 5.4) */
export const maxReportNote = 1000;

/** null for a missing or removed review. Hidden reviews and those of suspended authors can be reported from a page opened earlier. */
export async function findReportable(db: Db, perfumeId: number, reviewId: number) {
  const review = await db
    .selectFrom("dupe_reviews")
    .innerJoin("dupes", "dupes.id", "dupe_reviews.dupe_id")
    .innerJoin("usuarios", "usuarios.id", "dupe_reviews.user_id")
    .select(["dupe_reviews.id", "dupe_id as dupeId", "user_id as authorId", "description"])
    .select(["nombre_usuario as author", "language", "decided_at"])
    .select((row) => isShown(row).as("isShown"))
    .where("dupe_reviews.id", "=", reviewId)
    .where("state", "!=", "removed")
    .where((row) =>
      row.or([row("perfume_id", "=", perfumeId), row("dupe_perfume_id", "=", perfumeId)]),
    )
    .executeTakeFirst();
  if (!review) return null;
  const { isShown: shown, decided_at, ...text } = review;
  const state = shown ? ("shown" as const) : ("hidden" as const);
  return { ...text, state, isDecided: decided_at !== null };
}

interface NewReport {
  reviewId: number;
  perfumeId: number;
  userId: string;
  reason: ReportReason;
  note: string | null;
}

type ReportOutcome = "reported" | "hidden" | "reported-already";

/** Once per mailbox and review (RULES.md 5.4). "hidden": by this report; "reported-already": even after a decision. @throws Refused "no-such-review", "own-review", "no-such-person" */
export async function reportReview(
  db: Db,
  { reviewId, perfumeId, userId, reason, note }: NewReport,
  now: Date,
  ballot: Ballot,
): Promise<{ outcome: ReportOutcome; dupeId: number }> {
  const created_at = now.toISOString();
  return inTransaction(db, async (tx) => {
    const review = await findReportable(tx, perfumeId, reviewId);
    if (!review) throw new Refused("no-such-review");
    const { dupeId } = review;
    if (review.authorId === userId) throw new Refused("own-review");
    await requireWriter(tx, userId);
    const by = await speakerOf(tx, userId, ballot.network, ballot);
    const known = tx.selectFrom("review_reports").select("id").where(ownRow(by));
    if (await known.where("review_id", "=", reviewId).executeTakeFirst())
      return { outcome: "reported-already", dupeId };
    const turn = await nextTurn(tx, by);
    const subject = { review_id: reviewId };
    const weight = await weigh(tx, "review_reports", subject, by, now, turn);
    // After an operator's decision only another one hides the review (RULES.md 5.6).
    const counts = review.isDecided ? { counts_from: null, counted_at: null } : {};
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("review_reports")
      .values({ ...subject, user_id: userId, reason, note, created_at, ...weight, ...counts })
      .onConflict((same) => same.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return { outcome: "reported-already", dupeId };
    const isHidden = (await hideIfReported(tx, reviewId)) !== null;
    return { outcome: isHidden ? "hidden" : "reported", dupeId };
  });
}

const reportsOf = (db: Db, by: Speaker) =>
  db
    .selectFrom("review_reports")
    .where((row) =>
      by.mailDomain === null
        ? ownRow(by)
        : row.or([ownRow(by), row("mail_domain", "=", by.mailDomain)]),
    );

/** One report a day of each voice helps to hide a review; the others wait for the day after. @returns "" at once */
async function nextTurn(db: Db, by: Speaker): Promise<string> {
  const last = await reportsOf(db, by)
    .select((row) => row.fn.coalesce("counts_from", "counted_at").as("turn"))
    .where((row) => row.or([row("counts_from", "is not", null), row("counted_at", "is not", null)]))
    .orderBy("turn", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.turn ? new Date(Date.parse(last.turn) + day).toISOString() : "";
}

/** Call in the transaction that counted a report. @returns the dupe of the review that it hides, or null */
export async function hideIfReported(tx: Db, reviewId: number): Promise<number | null> {
  if (!(await isReportedEnough(tx, reviewId))) return null;
  // A decision that was undone leaves it to operators, too (RULES.md 5.6).
  const hidden = await tx
    .updateTable("dupe_reviews")
    .set({ state: "hidden" })
    .where("id", "=", reviewId)
    .where("state", "=", "shown")
    .where("decided_at", "is", null)
    .returning("dupe_id")
    .executeTakeFirst();
  return hidden?.dupe_id ?? null;
}

/** By distinct voices in waiting reports that count, of people who are neither suspended nor gone (RULES.md 5.5, 9.13). */
export async function isReportedEnough(db: Db, reviewId: number): Promise<boolean> {
  const voices = await db
    .selectFrom("review_reports")
    .select(["user_id", "mailbox", "mail_domain", "network"])
    .where("review_id", "=", reviewId)
    .where("decided_at", "is", null)
    .where("counted_at", "is not", null)
    .where("user_id", "is not", null)
    .where(notSuspended("review_reports.user_id"))
    .orderBy("id")
    .limit(maxCounted)
    .execute();
  return hasDistinct(voices, enoughReports);
}

/** Reports of a new person count later again, one a day. @param from ISO 8601, of the first */
export async function letReportsWait(tx: Db, userId: string, from: string): Promise<void> {
  const reports = await tx
    .selectFrom("review_reports")
    .select("id")
    .where("user_id", "=", userId)
    .where("decided_at", "is", null)
    .where((row) => row.or([row("counts_from", "is not", null), row("counted_at", "is not", null)]))
    .orderBy((row) => row.fn.coalesce("counted_at", "counts_from"))
    .orderBy("id")
    .execute();
  for (const [at, { id }] of reports.entries()) {
    const counts_from = new Date(Date.parse(from) + at * day).toISOString();
    const back = { counts_from, counted_at: null };
    await tx.updateTable("review_reports").set(back).where("id", "=", id).execute();
  }
}
