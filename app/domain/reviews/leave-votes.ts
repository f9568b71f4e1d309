import { sql } from "kysely";
import { recountVotes } from "#app/domain/catalog/recount.ts";
import { currentDupe } from "#app/domain/catalog/redirects.ts";
import type { Db } from "#db/database.ts";

/**
 * Deletes the newest votes of a person who leaves; the older stay, with the mailbox, and so do those that operators have uncounted or removed, or they would be cast again (RULES.md 9.11).
 * @param mailbox keyed hashes, the current secret's first
 * @param since of the newest
 * @returns the dupes whose figures changed
 */
export async function leaveVotes(
  tx: Db,
  userId: string,
  mailbox: readonly string[],
  since: string,
): Promise<number[]> {
  const votes = await tx
    .deleteFrom("user_votes")
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .where("state", "!=", "uncounted")
    .returning(["dupe_id", "state"])
    .execute();
  // An undo must not count what was to be deleted.
  await tx
    .updateTable("user_votes")
    .set({ uncounted_by: null })
    .where("user_id", "=", userId)
    .where("state", "=", "uncounted")
    .execute();
  await keepRemoved(tx, userId);
  const dupes = votes
    .filter(({ state }) => state === "counted")
    .map(({ dupe_id }) => dupe_id)
    .toSorted((a, b) => a - b);
  await recountVotes(tx, dupes);
  if (mailbox.length > 0) await keepMailbox(tx, userId, mailbox);
  return dupes;
}

/** Waiting verdicts go; the others stay with the mailbox, and what operators removed never counts (RULES.md 9.11). */
export async function leaveVerdicts(tx: Db, userId: string): Promise<void> {
  await tx
    .deleteFrom("verdicts")
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .execute();
  await tx
    .updateTable("verdicts")
    .set({ uncounted_by: null })
    .where("user_id", "=", userId)
    .where("state", "=", "uncounted")
    .execute();
}

async function keepRemoved(tx: Db, userId: string): Promise<void> {
  const same = [
    "removed.user_id",
    "removed.voto",
    "removed.created_at",
    "removed.mailbox",
  ] as const;
  await tx
    .insertInto("user_votes")
    .columns(["dupe_id", "user_id", "voto", "created_at", "mailbox", "state"])
    .expression((from) =>
      from
        .selectFrom("removed_votes as removed")
        .innerJoin("dupes", (on) => on.on("dupes.id", "=", currentDupe(sql.ref("removed.dupe_id"))))
        .select(["dupes.id", ...same, sql.lit("uncounted").as("state")])
        .where("user_id", "=", userId),
    )
    .onConflict((known) => known.doNothing())
    .execute();
}

async function keepMailbox(tx: Db, userId: string, mailbox: readonly string[]): Promise<void> {
  await tx
    .updateTable("user_votes as own")
    .set({ mailbox: mailbox[0]! })
    .where("user_id", "=", userId)
    .where("mailbox", "is", null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("user_votes as other")
            .select("other.id")
            .whereRef("other.dupe_id", "=", "own.dupe_id")
            .where("other.mailbox", "in", mailbox),
        ),
      ),
    )
    .execute();
}
