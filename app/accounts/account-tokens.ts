import type { Db } from "#db/connect.ts";
import type { AccountTokensTable } from "#db/schema.ts";
import { hashOf, newToken } from "../tokens.ts";

type Purpose = AccountTokensTable["purpose"];

const minute = 60 * 1000;
/** ms that an email's link is good for (design §4) */
const life: Record<Purpose, number> = { confirm: 24 * 60 * minute, reset: 60 * minute };

/** Makes the token of an email's link; an earlier one of the same purpose is worth nothing from then on. */
export async function issueToken(
  db: Db,
  userId: string,
  purpose: Purpose,
  now: Date,
): Promise<string> {
  const token = newToken();
  const values = {
    token_hash: hashOf(token),
    expires_at: new Date(now.getTime() + life[purpose]).toISOString(),
  };
  await db
    .insertInto("account_tokens")
    .values({ ...values, user_id: userId, purpose })
    .onConflict((already) => already.columns(["user_id", "purpose"]).doUpdateSet(values))
    .execute();
  return token;
}

/** @returns true while the token could still be used; looking does not use it up */
export async function isTokenGood(
  db: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom("account_tokens")
    .select("user_id")
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses a token up. @returns whose it was, or null: unknown, used, superseded or too old */
export async function takeToken(
  db: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  const taken = await db
    .deleteFrom("account_tokens")
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .returning(["user_id", "expires_at"])
    .executeTakeFirst();
  return taken && taken.expires_at > now.toISOString() ? taken.user_id : null;
}

export async function deleteOldTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("account_tokens").where("expires_at", "<=", now.toISOString()).execute();
}
