import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { suspendedNow } from "./suspensions.ts";
import { canonical } from "#app/i18n/text.ts";
import { deleteEmailsTo, queueEmail } from "#app/mail/outbox.ts";
import { confirmationEmail, type LinkTarget } from "./account-emails.ts";
import { issueToken } from "./link-tokens.ts";
import { barIfSuspended, isBarred } from "./barred-addresses.ts";
import { addPerson } from "./new-people.ts";
import { isUsernameTaken } from "./usernames.ts";

export interface Registration {
  email: string;
  username: string;
  fullName: string;
  passwordHash: string;
}

interface SignUp {
  outcome: "active" | "to-confirm";
  userId: string;
}

/** Whether an account has the address, in any spelling, or it is barred; callers cannot tell which (RULES.md 9.15). */
export async function isEmailTaken(
  db: Db,
  email: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const owner = await db
    .selectFrom("accounts")
    .select("user_id")
    .where("email_clave", "=", canonical(email))
    .executeTakeFirst();
  return owner !== undefined || isBarred(db, email, secrets, now);
}

/** @throws Refused "taken-email", "taken-username" */
export async function requireFree(
  db: Db,
  { email, username }: Pick<Registration, "email" | "username">,
  secrets: readonly string[],
  now: Date,
): Promise<void> {
  if (await isEmailTaken(db, email, secrets, now)) throw new Refused("taken-email");
  if (await isUsernameTaken(db, username)) throw new Refused("taken-username");
}

/** @param confirmation null activates the account immediately (RULES.md 9.3) @param secrets for hashes of barred addresses @throws Refused "taken-email", "taken-username" */
export async function signUp(
  db: Db,
  registration: Registration,
  confirmation: LinkTarget | null,
  now: Date,
  secrets: readonly string[] = [],
): Promise<SignUp> {
  const { email, username } = registration;
  return inTransaction(db, async (tx) => {
    await requireFree(tx, { email, username }, secrets, now);
    const person = { ...registration, googleSub: null, confirmed: confirmation === null };
    const userId = await addPerson(tx, person, now);
    if (!confirmation) return { outcome: "active", userId };
    const token = await issueToken(tx, userId, "confirm", now);
    await queueEmail(tx, confirmationEmail(email, token, confirmation), now);
    return { outcome: "to-confirm", userId };
  });
}

/** Frees the addresses and usernames of accounts not confirmed within a week (RULES.md 14.9). */
export async function deleteUnconfirmed(
  db: Db,
  now: Date,
  secrets: readonly string[] = [],
): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000).toISOString();
  await inTransaction(db, async (tx) => {
    const old = tx
      .selectFrom("accounts")
      .where("confirmed_at", "is", null)
      .where("created_at", "<", weekAgo);
    const suspended = await old
      .select("user_id")
      .where("user_id", "in", suspendedNow(tx, now))
      .execute();
    for (const { user_id } of suspended) await barIfSuspended(tx, user_id, secrets, now);
    await deleteEmailsTo(tx, old.select("email_clave"));
    await tx.deleteFrom("usuarios").where("id", "in", old.select("user_id")).execute();
  });
}
