import { randomUUID } from "node:crypto";
import { z } from "zod";
import { cleanLine, truncate } from "#app/i18n/clean-text.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { suspensionOf } from "./suspensions.ts";
import { canonical } from "#app/i18n/text.ts";
import { addressHashes, isBarred } from "./barred-addresses.ts";
import { endSessionsOf } from "./sessions.ts";

export interface GoogleProfile {
  /** Google's id of the person: the only value that never changes */
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

type GoogleSignIn =
  | { userId: string }
  | "no-email"
  | "email-not-verified"
  /** the account with this address belongs to another person at Google: Google gives addresses to new owners */
  | "email-taken"
  /** barred, with nothing else to say of it (RULES.md 27.4) */
  | "barred"
  /** ISO 8601; null for good (RULES.md 27.2) */
  | { suspendedUntil: string | null };

/** ASCII only: the canonical form of a look-alike letter would be somebody else's address. */
const address = z.email().max(254);
const maxName = 100;

/**
 * Finds the user of a Google account, or creates one, in one transaction (RULES.md 7.7): by `sub`, else by verified address.
 * @param emailsAreConfirmed false where no emails are sent and accounts are active unconfirmed: the password of an
 * existing account may be anybody's, so it is removed
 * @param secrets of the site, by which it knows barred addresses
 */
export async function signInWithGoogle(
  db: Db,
  profile: GoogleProfile,
  now: Date,
  emailsAreConfirmed = true,
  secrets: readonly string[] = [],
): Promise<GoogleSignIn> {
  const suspended = async (tx: Db, userId: string) => {
    const found = await suspensionOf(tx, userId, now);
    return found && { suspendedUntil: found.until };
  };
  return inTransaction(db, async (tx): Promise<GoogleSignIn> => {
    const known = await tx
      .selectFrom("accounts")
      .select("user_id")
      .where("google_sub", "=", profile.sub)
      .executeTakeFirst();
    if (known) return (await suspended(tx, known.user_id)) ?? { userId: known.user_id };
    if (!address.safeParse(profile.email).success) return "no-email";
    if (profile.emailVerified !== true) return "email-not-verified";

    const owner = await tx
      .selectFrom("accounts")
      .select(["user_id", "google_sub", "confirmed_at"])
      .where("email_clave", "=", canonical(profile.email))
      .executeTakeFirst();
    if (!owner)
      return (await isBarred(tx, addressHashes(secrets, profile.email), now))
        ? "barred"
        : { userId: await createUser(tx, profile, now) };
    if (owner.google_sub !== null) return "email-taken";
    const until = await suspended(tx, owner.user_id);
    if (until) return until;
    if (owner.confirmed_at === null) await transferAccount(tx, owner.user_id, profile, now);
    else if (!emailsAreConfirmed) await revokeAccess(tx, owner.user_id);
    await tx
      .updateTable("accounts")
      .set({ google_sub: profile.sub })
      .where("user_id", "=", owner.user_id)
      .execute();
    return { userId: owner.user_id };
  });
}

async function createUser(db: Db, profile: GoogleProfile, now: Date): Promise<string> {
  const userId = randomUUID();
  const at = now.toISOString();
  await db
    .insertInto("usuarios")
    .values({
      id: userId,
      nombre_usuario: null,
      nombre_usuario_clave: null,
      nombre_completo: truncate(cleanLine(profile.name), maxName),
      avatar_url: null,
      created_at: at,
    })
    .execute();
  await db
    .insertInto("accounts")
    .values({
      user_id: userId,
      email: profile.email,
      email_clave: canonical(profile.email),
      password_hash: null,
      google_sub: profile.sub,
      confirmed_at: at,
      created_at: at,
    })
    .execute();
  return userId;
}

/** Anybody can register another's address: its proven owner gets the account without anything the registrant chose. */
async function transferAccount(
  db: Db,
  userId: string,
  profile: GoogleProfile,
  now: Date,
): Promise<void> {
  await revokeAccess(db, userId);
  await db
    .updateTable("accounts")
    .set({ email: profile.email, confirmed_at: now.toISOString() })
    .where("user_id", "=", userId)
    .execute();
  await db
    .updateTable("usuarios")
    .set({
      nombre_usuario: null,
      nombre_usuario_clave: null,
      nombre_completo: truncate(cleanLine(profile.name), maxName),
      avatar_url: null,
    })
    .where("id", "=", userId)
    .execute();
}

/** Removes every way to sign in: sessions, links of emails, password. */
async function revokeAccess(db: Db, userId: string): Promise<void> {
  await endSessionsOf(db, userId);
  await db.deleteFrom("account_tokens").where("user_id", "=", userId).execute();
  await db
    .updateTable("accounts")
    .set({ password_hash: null })
    .where("user_id", "=", userId)
    .execute();
}
