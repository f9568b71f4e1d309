import { cleanLine, truncate } from "#app/i18n/clean-text.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { canonical } from "#app/i18n/text.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { googleLinkedEmail, type LinkTarget } from "./account-emails.ts";
import { isBarred } from "./barred-addresses.ts";
import { addPerson, isProven } from "./new-people.ts";
import { endSessionsOf } from "./sessions.ts";
import { mayWrite, suspensionOf } from "./suspensions.ts";
import { asciiAddress, emailAddress } from "#app/email-address.ts";

export interface GoogleProfile {
  /** the only immutable value */
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

type GoogleSignIn =
  | { userId: string }
  /** the address has an account with a password, which must be typed first */
  | { toLink: string }
  | "no-email"
  | "email-not-verified"
  /** Google gave the address to another person */
  | "email-taken"
  | "barred"
  /** null: permanently (RULES.md 9.13) */
  | { suspendedUntil: string | null };

// ASCII only: look-alike letters canonicalise to somebody else's address.
const address = emailAddress().max(254);
const maxName = 100;

/** Finds the person by `sub`, else by verified address, else creates one (RULES.md 9.7). @param secrets for hashes of barred addresses */
export async function signInWithGoogle(
  db: Db,
  said: GoogleProfile,
  now: Date,
  emailsAreConfirmed: boolean,
  secrets: readonly string[],
): Promise<GoogleSignIn> {
  const profile = { ...said, email: asciiAddress(said.email) };
  return inTransaction(db, async (tx): Promise<GoogleSignIn> => {
    const known = await tx
      .selectFrom("accounts")
      .select("user_id")
      .where("google_sub", "=", profile.sub)
      .executeTakeFirst();
    if (known) return unlessSuspended(tx, known.user_id, now);
    if (!address.safeParse(profile.email).success) return "no-email";
    if (profile.emailVerified !== true) return "email-not-verified";

    const owner = await tx
      .selectFrom("accounts")
      .select(["user_id", "google_sub", "confirmed_at", "created_at", "password_hash"])
      .where("email_clave", "=", canonical(profile.email))
      .executeTakeFirst();
    if (!owner)
      return (await isBarred(tx, profile.email, secrets, now))
        ? "barred"
        : { userId: await createPerson(tx, profile, now) };
    if (owner.google_sub !== null) return "email-taken";
    const signIn = await unlessSuspended(tx, owner.user_id, now);
    if ("suspendedUntil" in signIn) return signIn;
    if (owner.confirmed_at === null) await transferAccount(tx, owner.user_id, profile, now);
    // Another person may know the password.
    else if (!emailsAreConfirmed || !isProven(owner)) await revokeAccess(tx, owner.user_id);
    // The address may have changed hands since.
    else if (owner.password_hash !== null) return { toLink: owner.user_id };
    await tx
      .updateTable("accounts")
      .set({ google_sub: profile.sub })
      .where("user_id", "=", owner.user_id)
      .execute();
    return signIn;
  });
}

/** Tells the owner of the account. @param passwordHash of the password that was typed @returns false when something has changed since */
export async function linkGoogle(
  db: Db,
  { userId, sub, passwordHash }: { userId: string; sub: string; passwordHash: string | null },
  target: LinkTarget,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await mayWrite(tx, userId))) return false;
    const linked = await tx
      .updateTable("accounts")
      .set({ google_sub: sub })
      .where("user_id", "=", userId)
      .where("google_sub", "is", null)
      .where("password_hash", "=", passwordHash)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom("accounts as other")
              .select("other.user_id")
              .where("other.google_sub", "=", sub),
          ),
        ),
      )
      .returning("email")
      .executeTakeFirst();
    if (linked) await queueEmail(tx, googleLinkedEmail(linked.email, target), now);
    return linked !== undefined;
  });
}

async function unlessSuspended(tx: Db, userId: string, now: Date) {
  const suspension = await suspensionOf(tx, userId, now);
  return suspension ? { suspendedUntil: suspension.until } : { userId };
}

const nameOf = (profile: GoogleProfile) => truncate(cleanLine(profile.name), maxName);

function createPerson(tx: Db, profile: GoogleProfile, now: Date): Promise<string> {
  const { email, sub: googleSub } = profile;
  const person = { email, username: null, fullName: nameOf(profile), passwordHash: null };
  return addPerson(tx, { ...person, googleSub, confirmed: true }, now);
}

// Gives the account to the proven owner of the address, without anything the registrant entered.
async function transferAccount(
  tx: Db,
  userId: string,
  profile: GoogleProfile,
  now: Date,
): Promise<void> {
  await revokeAccess(tx, userId);
  await tx
    .updateTable("accounts")
    .set({ email: profile.email, confirmed_at: now.toISOString() })
    .where("user_id", "=", userId)
    .execute();
  await tx
    .updateTable("usuarios")
    .set({
      nombre_usuario: null,
      nombre_usuario_clave: null,
      nombre_completo: nameOf(profile),
      avatar_url: null,
    })
    .where("id", "=", userId)
    .execute();
}

async function revokeAccess(tx: Db, userId: string): Promise<void> {
  await endSessionsOf(tx, userId);
  await tx.deleteFrom("account_tokens").where("user_id", "=", userId).execute();
  await tx
    .updateTable("accounts")
    .set({ password_hash: null })
    .where("user_id", "=", userId)
    .execute();
}
