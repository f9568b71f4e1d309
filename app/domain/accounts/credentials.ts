import type { Db } from "#db/database.ts";
import { canonical } from "#app/i18n/text.ts";
import type { Passwords } from "./passwords.ts";
import { setTimeout as wait } from "node:timers/promises";

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function findAccount(db: Db, email: string) {
  const found = await db
    .selectFrom("accounts")
    .select(["user_id as userId", "password_hash as passwordHash", "confirmed_at"])
    .where("email_clave", "=", canonical(email))
    .executeTakeFirst();
  if (!found) return null;
  const { confirmed_at, ...account } = found;
  return { ...account, confirmed: confirmed_at !== null };
}

/** An unknown address, a missing password and a wrong one get the same answer in the same time (RULES.md 9.6). @throws PoolUnavailable */
export async function signIn(
  passwords: Passwords,
  account: Account | null,
  password: string,
): Promise<"right" | "wrong" | "unconfirmed"> {
  const right = await passwords.check(password, account?.passwordHash ?? null);
  if (!right || !account) return "wrong";
  return account.confirmed ? "right" : "unconfirmed";
}

// Far longer than the actions take.
const minDurationMs = 400;

/** Keeps the response time from revealing whether an account exists (RULES.md 9.6). */
export async function inEqualTime<Result>(action: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([action, wait(minDurationMs)]);
  return result;
}
