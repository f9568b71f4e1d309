import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Db } from "#db/connect.ts";
import { canonical } from "#db/text.ts";
import { endSessionsOf } from "./sessions.ts";

/** What Google says of a person. */
export interface GoogleProfile {
  /** Google's own id of the person: the only thing there that never changes */
  sub: string;
  /** "" when Google gives none */
  email: string;
  emailVerified: boolean;
  name: string;
}

export type GoogleSignIn =
  | { userId: string }
  | "no-email"
  | "email-not-verified"
  /** the account with this address belongs to another person at Google: addresses are given to new owners there */
  | "email-taken";

/** Plain ASCII: in canonical form a look-alike letter would be somebody else's address. */
const address = z.email().max(254);
/** UTF-16 units */
const longestName = 100;

/**
 * Finds the person that a Google account belongs to, or makes them, in one transaction. Who is known by `sub` stays who
 * they are, whatever has become of their address at Google; else a verified address leads to its account, or to a new one.
 * @param proven false where no letters are sent and accounts are active without proof of their address: what was there to
 * sign in with, anybody may have put there
 */
export async function signInWithGoogle(
  db: Db,
  profile: GoogleProfile,
  now: Date,
  proven = true,
): Promise<GoogleSignIn> {
  return db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom("accounts")
      .select("user_id")
      .where("google_sub", "=", profile.sub)
      .executeTakeFirst();
    if (known) return { userId: known.user_id };
    if (!address.safeParse(profile.email).success) return "no-email";
    if (profile.emailVerified !== true) return "email-not-verified";

    const owner = await tx
      .selectFrom("accounts")
      .select(["user_id", "google_sub", "confirmed_at"])
      .where("email_clave", "=", canonical(profile.email))
      .executeTakeFirst();
    if (!owner) return { userId: await addPerson(tx, profile, now) };
    if (owner.google_sub !== null) return "email-taken";
    if (owner.confirmed_at === null) await handOver(tx, owner.user_id, profile, now);
    else if (!proven) await lockOut(tx, owner.user_id);
    await tx
      .updateTable("accounts")
      .set({ google_sub: profile.sub })
      .where("user_id", "=", owner.user_id)
      .execute();
    return { userId: owner.user_id };
  });
}

async function addPerson(db: Db, profile: GoogleProfile, now: Date): Promise<string> {
  const userId = randomUUID();
  const at = now.toISOString();
  await db
    .insertInto("usuarios")
    .values({
      id: userId,
      nombre_usuario: null,
      nombre_usuario_clave: null,
      nombre_completo: oneLine(profile.name),
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

/**
 * Anybody can register somebody else's address and wait: who proves that it is theirs gets an account that the unknown
 * registrant has no way into, and that carries nothing of their choosing.
 */
async function handOver(db: Db, userId: string, profile: GoogleProfile, now: Date): Promise<void> {
  await lockOut(db, userId);
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
      nombre_completo: oneLine(profile.name),
      avatar_url: null,
    })
    .where("id", "=", userId)
    .execute();
}

/** Leaves no way in but the one that comes now. */
async function lockOut(db: Db, userId: string): Promise<void> {
  await endSessionsOf(db, userId);
  await db.deleteFrom("account_tokens").where("user_id", "=", userId).execute();
  await db
    .updateTable("accounts")
    .set({ password_hash: null })
    .where("user_id", "=", userId)
    .execute();
}

/** A name without line breaks or invisible signs (but the joiners that some scripts need), never cut through a character. */
function oneLine(name: string): string {
  const line = name.replace(/[[\p{C}\s]--[\u200c\u200d]]+/gv, " ").trim();
  return line
    .slice(0, longestName)
    .replace(/\p{Cs}$/u, "")
    .trim();
}
