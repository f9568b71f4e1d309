import { recountVotes } from "#app/domain/catalog/recount.ts";
import { excludeForGood } from "#app/domain/voices/excluded.ts";
import type { Db } from "#db/database.ts";
import type { Ballots } from "./due-voices.ts";

/**
 * Deletes the waiting and the newest votes of a person who leaves; the others stay, with the mailbox, and so do those that operators have excluded, or they would be cast again (RULES.md 9.11).
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
    .where((row) => row.or([row("created_at", ">=", since), row("state", "=", "waiting")]))
    .where("state", "!=", "uncounted")
    .returning(["dupe_id", "state"])
    .execute();
  await leaveExcluded(tx, "user_votes", userId);
  const dupes = votes
    .filter(({ state }) => state === "counted")
    .map(({ dupe_id }) => dupe_id)
    .toSorted((a, b) => a - b);
  await recountVotes(tx, dupes);
  if (mailbox.length > 0) await keepMailbox(tx, userId, mailbox);
  return dupes;
}

/** What waits goes; the others stay with the mailbox, and what operators removed never counts (RULES.md 9.11). */
export async function leaveVerdicts(tx: Db, userId: string): Promise<void> {
  for (const table of ["verdicts", "blind_tests"] as const) {
    const own = tx.deleteFrom(table as "blind_tests").where("user_id", "=", userId);
    await own.where("state", "not in", ["counted", "uncounted"]).execute();
    await leaveExcluded(tx, table, userId);
  }
}

async function leaveExcluded(tx: Db, table: Ballots, userId: string): Promise<void> {
  const own = await tx
    .selectFrom(table)
    .select("id")
    .where("user_id", "=", userId)
    .where("state", "=", "uncounted")
    .execute();
  const ids = own.map(({ id }) => id);
  await excludeForGood(tx, table, ids);
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
