import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { isProven } from "./new-people.ts";
import { hasSecondFactor } from "./second-factor-codes.ts";
import { hashOf, newToken } from "./secrets.ts";
import { before, lasting } from "./session-lifetime.ts";

// Limits writes by page views.
const touchInterval = 60 * 60 * 1000;
export const maxSessions = 20;

/** With ISO 8601 times: `since` the session began, `provedAt` by the last password or Google. */
export type CurrentUser = NonNullable<Awaited<ReturnType<typeof findCurrentUser>>>;

/** After the password was checked, it was changed or a second factor set up. */
export class SignInOutdated extends Error {}

/**
 * Ends the least recently used sessions beyond 20.
 * @param clientHash keyed hash of the network address
 * @param checked the password's hash, or null after Google, where that suffices: a new password or second factor either shows
 *   here or ends this session (RULES.md 9.4, 10.19)
 * @returns the token
 * @throws SignInOutdated
 */
export async function startSession(
  db: Db,
  userId: string,
  clientHash: string,
  now: Date,
  stays = false,
  checked?: string | null,
): Promise<string> {
  const token = newToken();
  const at = now.toISOString();
  await inTransaction(db, async (tx) => {
    if (checked !== undefined && !(await stillSuffices(tx, userId, checked)))
      throw new SignInOutdated();
    await endUnusedSessions(tx, userId, maxSessions - 1);
    await tx
      .insertInto("sessions")
      .values({
        token_hash: hashOf(token),
        user_id: userId,
        client_hash: clientHash,
        created_at: at,
        seen_at: at,
        proved_at: at,
        stays: stays ? 1 : 0,
      })
      .execute();
  });
  return token;
}

async function stillSuffices(db: Db, userId: string, passwordHash: string | null) {
  if (await hasSecondFactor(db, userId)) return false;
  if (passwordHash === null) return true;
  const account = await db
    .selectFrom("accounts")
    .select("password_hash")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return account?.password_hash === passwordHash;
}

export async function findCurrentUser(db: Db, token: string, now: Date, emailsAreConfirmed = true) {
  const tokenHash = hashOf(token);
  const found = await db
    .selectFrom("sessions")
    .innerJoin("usuarios", "usuarios.id", "sessions.user_id")
    .leftJoin("accounts", "accounts.user_id", "usuarios.id")
    .select(["usuarios.id as userId", "nombre_usuario as username", "nombre_completo as fullName"])
    .select(["avatar_url as avatarUrl", "sessions.created_at as since", "proved_at as provedAt"])
    .select(["google_sub", "confirmed_at", "accounts.created_at", "seen_at", "stays"])
    .where("token_hash", "=", tokenHash)
    .where(lasting(now))
    // A session that began during a suspension stays invalid after it.
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("suspensions")
            .select("entry")
            .whereRef("suspensions.user_id", "=", "sessions.user_id")
            .where((of) =>
              of.or([of("until", "is", null), of("until", ">", of.ref("sessions.created_at"))]),
            ),
        ),
      ),
    )
    .executeTakeFirst();
  if (!found) return null;
  const { google_sub, confirmed_at, created_at, seen_at, stays, ...user } = found;
  const account = { google_sub, confirmed_at, created_at: created_at ?? "" };
  const confirmed = confirmed_at !== null && (!emailsAreConfirmed || isProven(account));
  const isDue = seen_at < before(now, touchInterval);
  if (isDue) touch(db, tokenHash, now);
  /** `renews`: the session's cookie needs a new date of expiry */
  return { ...user, confirmed, renews: isDue && stays === 1 };
}

async function endUnusedSessions(db: Db, userId: string, kept: number): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "not in", (of) =>
      of
        .selectFrom("sessions")
        .select("token_hash")
        .where("user_id", "=", userId)
        .orderBy("seen_at", "desc")
        .orderBy("created_at", "desc")
        .limit(kept),
    )
    .execute();
}

// Runs in the background; after a failure the next page tries again.
function touch(db: Db, tokenHash: string, now: Date): void {
  db.updateTable("sessions")
    .set({ seen_at: now.toISOString() })
    .where("token_hash", "=", tokenHash)
    .execute()
    .catch(() => undefined);
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", hashOf(token)).execute();
}

/** Also ends sign-ins that wait for their second step. @param kept token of the session that goes on */
export async function endSessionsOf(db: Db, userId: string, kept = ""): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "!=", hashOf(kept))
    .execute();
  await db.deleteFrom("second_steps").where("user_id", "=", userId).execute();
}

/** Wrong passwords from elsewhere do not lock a known client out. */
export async function isKnownClient(db: Db, userId: string, clientHash: string): Promise<boolean> {
  const one = await db
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", userId)
    .where("client_hash", "=", clientHash)
    .executeTakeFirst();
  return one !== undefined;
}
