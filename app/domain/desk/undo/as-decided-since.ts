import { storeRemoved } from "#app/domain/reviews/removals.ts";
import type { Db } from "#db/database.ts";
import type { Stored } from "./changed-rows.ts";

const removals: Record<string, string> = {
  user_votes: "remove-votes",
  verdicts: "remove-votes",
  dupe_reviews: "remove-reviews",
  prices: "remove-prices",
};

/**
 * A person's votes, verdicts, reviews or prices may all have been removed since the entry (RULES.md 10.18): then the row comes
 * back as a removed one, and returns once that is undone, too. @param changes of the entry; a removed review or price adds one
 * @returns the row to bring back; null for a vote, which is kept among the removed ones
 */
export async function asDecidedSince(
  tx: Db,
  change: Stored,
  changes: Stored[],
  entryId: number,
  now: Date,
): Promise<Stored | null> {
  if (change.place === "review_reports") return asAnsweredSince(tx, change, now);
  const action = removals[change.place];
  const userId = change.before!.user_id;
  if (action === undefined || typeof userId !== "string") return change;
  const removed = await tx
    .selectFrom("audit_log")
    .select("id")
    .where("person_id", "=", userId)
    .where("action", "=", action)
    .where("id", ">", entryId)
    .where("undone_by", "is", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!removed) return change;
  if (change.place === "user_votes") {
    await storeRemoved(tx, change.before!, removed.id);
    return null;
  }
  if (change.place === "verdicts") {
    if (change.before!.state === "uncounted") return change;
    const uncounted = { state: "uncounted", uncounted_by: removed.id };
    return { ...change, before: { ...change.before, ...uncounted } };
  }
  const { id, state, version: was } = change.before!;
  const isPrice = change.place === "prices";
  const gone = isPrice ? "refused" : "removed";
  if (isPrice && state === gone) return change;
  const version = Number(was) + 1;
  const key = { entry: removed.id, [isPrice ? "price_id" : "review_id"]: id };
  if (state !== gone)
    changes.push({
      place: isPrice ? "removed_prices" : "removed_reviews",
      key,
      before: { ...key, state, version },
      after: null,
    });
  const after = { state: gone, version, ...(!isPrice && { decided_at: now.toISOString() }) };
  return { ...change, before: { ...change.before, ...after } };
}

/** A report is closed if its review, which was restored first, is a removed one. */
async function asAnsweredSince(tx: Db, change: Stored, now: Date): Promise<Stored> {
  const { review_id, decided_at } = change.before!;
  if (decided_at !== null) return change;
  const review = await tx
    .selectFrom("dupe_reviews")
    .select("state")
    .where("id", "=", review_id as number)
    .executeTakeFirst();
  if (review?.state !== "removed") return change;
  return { ...change, before: { ...change.before, decided_at: now.toISOString() } };
}
