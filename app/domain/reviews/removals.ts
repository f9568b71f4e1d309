import { sql } from "kysely";
import { recountVotes } from "#app/domain/catalog/recount.ts";
import { currentDupe } from "#app/domain/catalog/redirects.ts";
import type { Db } from "#db/database.ts";
import { countAgain, countUndone, uncountVerdicts } from "./uncounted-votes.ts";

/** ms during which a removal can be reversed (RULES.md 10.18) */
export const reversible = 30 * 24 * 60 * 60 * 1000;

const vote = ["user_id", "dupe_id", "voto", "created_at"] as const;
const marks = ["mailbox", "mail_domain", "network"] as const;
const weighed = [...marks, "state", "counts_from", "counted_at", "uncounted_by"] as const;

/** Stores the removed votes with the log entry; verdicts stay, uncounted. @returns how many */
export async function removeVotes(tx: Db, userId: string, entry: number): Promise<number> {
  await tx
    .insertInto("removed_votes")
    .columns(["entry", ...vote, ...weighed])
    .expression((from) =>
      from
        .selectFrom("user_votes")
        .select([sql.lit(entry).as("entry"), ...vote, ...weighed])
        .where("user_id", "=", userId),
    )
    .execute();
  const votes = await tx
    .deleteFrom("user_votes")
    .where("user_id", "=", userId)
    .returning("dupe_id")
    .execute();
  await recountVotes(tx, new Set(votes.map((vote) => vote.dupe_id)));
  return votes.length + (await uncountVerdicts(tx, userId, entry));
}

/** @param row a vote that an undo finds, but that the entry would have removed */
export async function storeRemoved(tx: Db, row: object, entry: number): Promise<void> {
  const columns = [...vote, ...weighed].map((name) => [name, Reflect.get(row, name)]);
  await tx
    .insertInto("removed_votes")
    .values({ entry, ...Object.fromEntries(columns) })
    .onConflict((known) => known.doNothing())
    .execute();
}

/** Follows merges; keeps newer votes of the person. @returns how many */
export async function putVotesBack(tx: Db, entry: number): Promise<number> {
  const back = await tx
    .insertInto("user_votes")
    .columns([...vote, ...weighed])
    .expression((from) =>
      from
        .selectFrom("removed_votes as removed")
        .innerJoin("dupes", (on) => on.on("dupes.id", "=", currentDupe(sql.ref("removed.dupe_id"))))
        .select(["removed.user_id", "dupes.id", "removed.voto", "removed.created_at"])
        .select(weighed)
        .where("entry", "=", entry),
    )
    .onConflict((known) => known.doNothing())
    .returning("dupe_id")
    .execute();
  await tx.deleteFrom("removed_votes").where("entry", "=", entry).execute();
  const dupes = new Set(back.map((vote) => vote.dupe_id));
  await countUndone(tx, [...dupes]);
  await recountVotes(tx, dupes);
  return dupes.size + (await countAgain(tx, entry));
}

/** Also marks their reports as answered. @returns how many */
export async function removeReviews(
  tx: Db,
  userId: string,
  entry: number,
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const reviews = await tx
    .selectFrom("dupe_reviews")
    .select(["id", "state", "version"])
    .where("user_id", "=", userId)
    .where("state", "!=", "removed")
    .execute();
  for (const { id, state, version } of reviews) {
    const after = { state: "removed" as const, version: version + 1, decided_at: at };
    await tx.updateTable("dupe_reviews").set(after).where("id", "=", id).execute();
    await tx
      .updateTable("review_reports")
      .set({ decided_at: at })
      .where("review_id", "=", id)
      .where("decided_at", "is", null)
      .execute();
    const before = state as Exclude<typeof state, "removed">;
    await tx
      .insertInto("removed_reviews")
      .values({ entry, review_id: id, state: before, version: version + 1 })
      .execute();
  }
  return reviews.length;
}

/** Also reopens the reports that the entry answered; `at` is its time. Later deletions and decisions stand. */
export async function putReviewsBack(
  tx: Db,
  entry: number,
  at: string,
  now: Date,
): Promise<number> {
  const kept = await tx
    .deleteFrom("removed_reviews")
    .where("entry", "=", entry)
    .returning(["review_id", "state", "version"])
    .execute();
  let back = 0;
  for (const { review_id, state, version } of kept) {
    const { numUpdatedRows } = await tx
      .updateTable("dupe_reviews")
      .set({ state, version: version + 1, decided_at: now.toISOString() })
      .where("id", "=", review_id)
      .where("version", "=", version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    back += 1;
    await tx
      .updateTable("review_reports")
      .set({ decided_at: null })
      .where("review_id", "=", review_id)
      .where("decided_at", "=", at)
      .execute();
  }
  return back;
}

export async function deleteOldRemovals(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - reversible).toISOString();
  const old = db
    .selectFrom("audit_log")
    .select("id")
    .where("at", "<", before)
    .where("action", "!=", "uncount");
  await db.deleteFrom("removed_votes").where("entry", "in", old).execute();
  await db.deleteFrom("verdicts").where("uncounted_by", "in", old).execute();
  await db.deleteFrom("removed_reviews").where("entry", "in", old).execute();
}
