import { type SqlBool, sql } from "kysely";
import { settlePrices } from "#app/domain/prices/decide-sighting.ts";
import { ofVoices } from "#app/domain/reviews/due-voices.ts";
import { settleBallots, settleReviews } from "#app/domain/reviews/settle-voices.ts";
import { type Excludable, endExclusion, exclude } from "#app/domain/voices/excluded.ts";
import type { Db } from "#db/database.ts";
import { idsInUndoData } from "./changed-rows.ts";

type Settle = (tx: Db, ids: Iterable<number>, now: Date) => Promise<void>;

/** Gives rows the state that the decisions which exclude them leave them, and renews the figures. */
export const settle: Record<Excludable, Settle> = {
  user_votes: (tx, ids) => settleBallots(tx, "user_votes", ids),
  verdicts: (tx, ids) => settleBallots(tx, "verdicts", ids),
  blind_tests: (tx, ids) => settleBallots(tx, "blind_tests", ids),
  dupe_reviews: settleReviews,
  prices: settlePrices,
};
export const excludables = Object.keys(settle) as Excludable[];

export async function excludeBy(
  tx: Db,
  entry: number,
  subject: Excludable,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await exclude(tx, subject, ids, entry);
  await settle[subject](tx, ids, now);
}

/** All that a person has said, also what the undo of another decision would bring back (RULES.md 10.18). */
export async function excludeAllOf(
  tx: Db,
  userId: string,
  subject: Excludable,
  entry: number,
  now: Date,
): Promise<void> {
  // Others were taken away alone, by an operator or by their author.
  const isTheirs =
    subject === "blind_tests"
      ? sql<SqlBool>`state in (${sql.join(ofVoices)})`
      : subject === "prices" || subject === "dupe_reviews"
        ? sql<SqlBool>`(own_state is not null or state not in ('refused', 'removed'))`
        : sql<SqlBool>`1 = 1`;
  const own = tx.selectFrom(subject).select("id").where("user_id", "=", userId).where(isTheirs);
  const ids = (await own.execute()).map(({ id }) => id);
  await exclude(tx, subject, await idsInUndoData(tx, userId, subject), entry);
  await excludeBy(tx, entry, subject, ids, now);
}

/** In whatever order: a row is back when no other decision excludes it. @returns whether there was anything left */
export async function undoExclusion(tx: Db, entry: number, now: Date): Promise<boolean> {
  const rows = await endExclusion(tx, entry);
  for (const subject of excludables) {
    const ids = rows.filter((row) => row.subject === subject).map(({ row_id }) => row_id);
    if (ids.length > 0) await settle[subject](tx, ids, now);
  }
  return rows.length > 0;
}
