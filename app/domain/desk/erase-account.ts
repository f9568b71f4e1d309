import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { speakerOf } from "#app/domain/voices/speaker.ts";
import { bottlesAround, bottlesOfDupes } from "#app/domain/catalog/relations.ts";
import { leavePrices } from "#app/domain/prices/leave-prices.ts";
import { leaveVerdicts, leaveVotes } from "#app/domain/reviews/leave-votes.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";

/** ms: what is newer is deleted, not just made anonymous */
const newest = 30 * 24 * 60 * 60 * 1000;

/**
 * What each subject does when a person leaves, then the account's deletion (RULES.md 9.11).
 * @param emailsAreConfirmed when false, only Google proves that the address belongs to the person
 * @returns the bottles whose pages show other figures now
 */
export async function eraseAccount(
  db: Db,
  userId: string,
  emailsAreConfirmed: boolean,
  secrets: readonly string[],
  now: Date,
) {
  return inTransaction(db, async (tx) => {
    const { mailboxes } = await speakerOf(tx, userId, null, { secrets, emailsAreConfirmed });
    const since = new Date(now.getTime() - newest).toISOString();
    const dupes = await leaveVotes(tx, userId, mailboxes, since);
    await leaveVerdicts(tx, userId);
    const priced = await leavePrices(tx, userId, mailboxes, since, now);
    await deleteAccount(tx, userId, emailsAreConfirmed, secrets);
    const around = await Promise.all(priced.map((bottle) => bottlesAround(tx, bottle)));
    return [...(await bottlesOfDupes(tx, dupes)), ...around.flat()];
  });
}
