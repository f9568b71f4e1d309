import type { Db } from "#db/connect.ts";
import { hashOf, newToken } from "../tokens.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** ms without a visit, and ms since signing in, after which a session is over */
export const idleLife = 14 * day;
export const wholeLife = 60 * day;
/** ms between two notes of when a session was last used, so that reading pages seldom writes */
const noteEvery = hour;

/** Who is signed in. */
export interface CurrentUser {
  userId: string;
  username: string | null;
  fullName: string;
  avatarUrl: string | null;
  /** the e-mail address is known to be theirs */
  confirmed: boolean;
  /** instant of signing in */
  since: string;
}

/**
 * Signs a person in: a new token each time, so that none planted before is ever worth anything.
 * @param clientHash keyed hash of the client's network address
 * @returns the token for the cookie
 */
export async function startSession(
  db: Db,
  userId: string,
  clientHash: string,
  now: Date,
): Promise<string> {
  const token = newToken();
  const at = now.toISOString();
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      client_hash: clientHash,
      created_at: at,
      seen_at: at,
    })
    .execute();
  return token;
}

/** @returns whose session the token is, or null when it is over: 14 days idle, 60 days in all, or ended */
export async function findCurrentUser(
  db: Db,
  token: string,
  now: Date,
): Promise<CurrentUser | null> {
  const tokenHash = hashOf(token);
  const found = await db
    .selectFrom("sessions")
    .innerJoin("usuarios", "usuarios.id", "sessions.user_id")
    .leftJoin("accounts", "accounts.user_id", "usuarios.id")
    .select([
      "usuarios.id",
      "nombre_usuario",
      "nombre_completo",
      "avatar_url",
      "confirmed_at",
      "sessions.created_at",
      "seen_at",
    ])
    .where("token_hash", "=", tokenHash)
    .where("seen_at", ">", before(now, idleLife))
    .where("sessions.created_at", ">", before(now, wholeLife))
    .executeTakeFirst();
  if (!found) return null;
  if (found.seen_at < before(now, noteEvery))
    await db
      .updateTable("sessions")
      .set({ seen_at: now.toISOString() })
      .where("token_hash", "=", tokenHash)
      .execute()
      // While the database is busy: the next page notes it.
      .catch(() => undefined);
  return {
    userId: found.id,
    username: found.nombre_usuario,
    fullName: found.nombre_completo,
    avatarUrl: found.avatar_url,
    confirmed: found.confirmed_at !== null,
    since: found.created_at,
  };
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", hashOf(token)).execute();
}

/** Signs a person out everywhere. */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

/** @returns true when the account has a session from this client, so that others' guesses do not lock it out here */
export async function isKnownClient(db: Db, userId: string, clientHash: string): Promise<boolean> {
  const one = await db
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", userId)
    .where("client_hash", "=", clientHash)
    .executeTakeFirst();
  return one !== undefined;
}

export async function deleteOldSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where((or) =>
      or.or([
        or("seen_at", "<=", before(now, idleLife)),
        or("created_at", "<=", before(now, wholeLife)),
      ]),
    )
    .execute();
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();
