import type { Db } from "#db/database.ts";
import { suspendedNow, suspensionOf } from "./suspensions.ts";
import { mailboxOf } from "./mailboxes.ts";
import { keyedHash } from "./secrets.ts";

const addressHashes = (secrets: readonly string[], email: string) =>
  secrets.map((secret) => keyedHash(secret, "barred-address", mailboxOf(email)));

/** Whether this is the mailbox of a suspended person, who may have deleted the account (RULES.md 9.15). */
export async function isBarred(
  db: Db,
  email: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const suspended = await db
    .selectFrom("accounts")
    .select("email")
    .where("user_id", "in", suspendedNow(db, now))
    .execute();
  if (suspended.some((account) => mailboxOf(account.email) === mailboxOf(email))) return true;
  const hashes = addressHashes(secrets, email);
  if (hashes.length === 0) return false;
  const found = await db
    .selectFrom("barred_addresses")
    .select("address_hash")
    .where("address_hash", "in", hashes)
    .where((row) => row.or([row("until", "is", null), row("until", ">", now.toISOString())]))
    .executeTakeFirst();
  return found !== undefined;
}

/** Call in the transaction that deletes the account. */
export async function barIfSuspended(
  tx: Db,
  userId: string,
  secrets: readonly string[],
  now: Date,
): Promise<void> {
  const suspension = await suspensionOf(tx, userId, now);
  if (!suspension) return;
  const account = await tx
    .selectFrom("accounts")
    .select("email")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const [hash] = account ? addressHashes(secrets, account.email) : [];
  if (hash === undefined) return;
  const { until } = suspension;
  await tx
    .insertInto("barred_addresses")
    .values({ address_hash: hash, until })
    .onConflict((known) => {
      const changed = known.column("address_hash").doUpdateSet({ until });
      return until === null ? changed : changed.where("barred_addresses.until", "<", until);
    })
    .execute();
}
