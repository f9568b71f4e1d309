import type { Db } from "#db/connect.ts";
import { canonical } from "#db/text.ts";
import type { Passwords } from "./passwords.ts";

export interface Account {
  userId: string;
  passwordHash: string | null;
  confirmed: boolean;
}

export async function findAccount(db: Db, email: string): Promise<Account | null> {
  const found = await db
    .selectFrom("accounts")
    .select(["user_id", "password_hash", "confirmed_at"])
    .where("email_clave", "=", canonical(email))
    .executeTakeFirst();
  if (!found) return null;
  return {
    userId: found.user_id,
    passwordHash: found.password_hash,
    confirmed: found.confirmed_at !== null,
  };
}

/**
 * Compares a password, taking as long for an unknown address and for an account without a password as for a wrong one.
 * @returns "right", "wrong" (one answer for all three), "unconfirmed" (right, but the address is not confirmed yet)
 * @throws PasswordsBusy when too many wait already
 */
export async function signIn(
  passwords: Passwords,
  account: Account | null,
  password: string,
): Promise<"right" | "wrong" | "unconfirmed"> {
  const right = await passwords.check(password, account?.passwordHash ?? null);
  if (!right || !account) return "wrong";
  return account.confirmed ? "right" : "unconfirmed";
}
