import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { hashOf, newToken } from "./secrets.ts";

type Purpose = Schema["account_tokens"]["purpose"];

const minute = 60 * 1000;
const lifetimeMs: Record<Purpose, number> = { confirm: 24 * 60 * minute, reset: 60 * minute };

/** Replaces the person's earlier token of the same purpose (RULES.md 9.4). */
export async function issueToken(
  db: Db,
  userId: string,
  purpose: Purpose,
  now: Date,
): Promise<string> {
  const token = newToken();
  const values = {
    token_hash: hashOf(token),
    expires_at: new Date(now.getTime() + lifetimeMs[purpose]).toISOString(),
  };
  await db
    .insertInto("account_tokens")
    .values({ ...values, user_id: userId, purpose })
    .onConflict((existing) => existing.columns(["user_id", "purpose"]).doUpdateSet(values))
    .execute();
  return token;
}

/** Does not consume the token. @returns null when it cannot be used */
export async function accountOfToken(
  db: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<{ userId: string; email: string } | null> {
  const found = await db
    .selectFrom("account_tokens")
    .innerJoin("accounts", "accounts.user_id", "account_tokens.user_id")
    .select(["accounts.user_id as userId", "email"])
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return found ?? null;
}

export async function isTokenGood(
  db: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<boolean> {
  return (await accountOfToken(db, token, purpose, now)) !== null;
}

/** @returns null for an unknown, used, replaced or expired token */
export async function consumeToken(
  db: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  const deleted = await db
    .deleteFrom("account_tokens")
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .returning(["user_id", "expires_at"])
    .executeTakeFirst();
  return deleted && deleted.expires_at > now.toISOString() ? deleted.user_id : null;
}

export async function deleteOldTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("account_tokens").where("expires_at", "<=", now.toISOString()).execute();
}
