import { suspendedNow } from "#app/domain/accounts/suspensions.ts";
import { excludeForGood } from "#app/domain/voices/excluded.ts";
import type { Db } from "#db/database.ts";
import { heldAsGone } from "./gone.ts";
import { renewPrices } from "./refresh-summaries.ts";

/**
 * Deletes the waiting and the newest sightings of a person who leaves, except those that operators refused or removed, or others said are gone,
 * or they could be sent again (RULES.md 4.4, 4.6). Their newest words that a price is gone stop counting, but stay, so that the mailbox cannot say so again
 * (RULES.md 5.7, 9.11). Who leaves suspended vouches for nothing any more.
 * @param mailbox keyed hashes, the current secret's first
 * @param since of the newest
 * @returns the bottles whose prices changed
 */
export async function leavePrices(
  tx: Db,
  userId: string,
  mailbox: readonly string[],
  since: string,
  now: Date,
): Promise<number[]> {
  const groups = await tx
    .deleteFrom("prices")
    .where("user_id", "=", userId)
    .where((row) => row.or([row("created_at", ">=", since), row("counts_from", "is not", null)]))
    .where((row) => {
      const isTheirs = row.and([row("decided_at", "is", null), row("own_state", "is", null)]);
      return row.and([row.or([row("state", "!=", "refused"), isTheirs]), row.not(heldAsGone)]);
    })
    .returning(["perfume_id", "kind", "currency"])
    .execute();
  const removed = await tx
    .selectFrom("prices")
    .select("id")
    .where("user_id", "=", userId)
    .where("own_state", "is not", null)
    .execute();
  const ids = removed.map(({ id }) => id);
  await excludeForGood(tx, "prices", ids);
  await tx
    .updateTable("prices")
    .set({ mailbox: mailbox[0] ?? null })
    .where("user_id", "=", userId)
    .where("mailbox", "is", null)
    .execute();
  await tx
    .updateTable("prices")
    .set({ counted_at: null })
    .where("user_id", "=", userId)
    .where("user_id", "in", suspendedNow(tx, now))
    .execute();
  await renewPrices(tx, groups, now);
  await tx
    .updateTable("price_gone")
    .set({ counts_from: null, counted_at: null })
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .execute();
  return [...new Set(groups.map(({ perfume_id }) => perfume_id))];
}
