import { randomUUID } from "node:crypto";
import type { Db } from "#db/connect.ts";
import { canonical } from "#db/text.ts";
import { type Email, queueEmail } from "../mail/outbox.ts";
import { issueToken } from "./account-tokens.ts";
import { isUsernameTaken } from "./usernames.ts";

export interface Registration {
  email: string;
  username: string;
  fullName: string;
  passwordHash: string;
}

export type SignUp =
  | { outcome: "active"; userId: string }
  | { outcome: "to-confirm" }
  | { outcome: "email-taken" }
  | { outcome: "username-taken" };

/** @returns true when the address belongs to an account already, in whatever spelling. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const owner = await db
    .selectFrom("accounts")
    .select("user_id")
    .where("email_clave", "=", canonical(email))
    .executeTakeFirst();
  return owner !== undefined;
}

/**
 * Creates an account, in one transaction with its email (spec.md §4).
 * @param confirmation writes the email that carries the token; null when no email is needed and the account is active at once
 */
export async function signUp(
  db: Db,
  { email, username, fullName, passwordHash }: Registration,
  confirmation: ((token: string) => Email) | null,
  now: Date,
): Promise<SignUp> {
  return db.transaction().execute(async (tx) => {
    if (await isEmailTaken(tx, email)) return { outcome: "email-taken" };
    if (await isUsernameTaken(tx, username)) return { outcome: "username-taken" };
    const userId = randomUUID();
    const at = now.toISOString();
    await tx
      .insertInto("usuarios")
      .values({
        id: userId,
        nombre_usuario: username,
        nombre_usuario_clave: canonical(username),
        nombre_completo: fullName,
        avatar_url: null,
        created_at: at,
      })
      .execute();
    await tx
      .insertInto("accounts")
      .values({
        user_id: userId,
        email,
        email_clave: canonical(email),
        password_hash: passwordHash,
        google_sub: null,
        confirmed_at: confirmation ? null : at,
        created_at: at,
      })
      .execute();
    if (!confirmation) return { outcome: "active", userId };
    await queueEmail(tx, confirmation(await issueToken(tx, userId, "confirm", now)), now);
    return { outcome: "to-confirm" };
  });
}

/** Frees the addresses and names of those who never confirmed, after a week. */
export async function deleteUnconfirmed(db: Db, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000).toISOString();
  await db
    .deleteFrom("usuarios")
    .where("id", "in", (of) =>
      of
        .selectFrom("accounts")
        .select("user_id")
        .where("confirmed_at", "is", null)
        .where("created_at", "<", weekAgo),
    )
    .execute();
}
