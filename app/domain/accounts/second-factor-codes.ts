import { Secret, TOTP } from "otpauth";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { newRecoveryCodes, useRecoveryCode } from "./recovery-codes.ts";
import { seal, unseal } from "./secrets.ts";

/** time step in seconds, and accepted steps before and after the current one (RFC 6238 §5.2) */
const period = 30;
const window = 1;
/** bytes (RFC 4226 §4: 160 bits) */
const secretSize = 20;

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await factorOf(db, userId))?.confirmed_at != null;
}

/**
 * Makes a new key each time, so that someone who saw an unconfirmed key in another session does not know the confirmed one.
 * Sign-ins ask for codes only after confirmation.
 * @returns null for a person who has a second factor
 */
export async function beginSecondFactor(
  tx: Db,
  userId: string,
  secrets: readonly string[],
  now: Date,
): Promise<TOTP | null> {
  if (await hasSecondFactor(tx, userId)) return null;
  const key = new Secret({ size: secretSize }).base32;
  const values = { secret: seal(secrets[0]!, "second-factor", key), since: now.toISOString() };
  await tx
    .insertInto("second_factors")
    .values({ user_id: userId, ...values, confirmed_at: null, last_step: null })
    .onConflict((one) => one.column("user_id").doUpdateSet(values))
    .execute();
  return totpOf(key);
}

/** @returns new recovery codes; null for a wrong code, or when no setup was begun */
export async function confirmSecondFactor(
  tx: Db,
  userId: string,
  code: string,
  secrets: readonly string[],
  now: Date,
): Promise<string[] | null> {
  const factor = await factorOf(tx, userId);
  if (!factor || factor.confirmed_at !== null) return null;
  if (!(await useTotp(tx, userId, code, secrets, now))) return null;
  await tx
    .updateTable("second_factors")
    .set({ confirmed_at: now.toISOString() })
    .where("user_id", "=", userId)
    .execute();
  return newRecoveryCodes(tx, userId);
}

/** Also removes an unconfirmed one, and sign-ins that wait for a code. @returns whether there was one */
export async function removeSecondFactor(tx: Db, userId: string): Promise<boolean> {
  if (!(await factorOf(tx, userId))) return false;
  for (const table of ["second_factors", "recovery_codes", "second_steps"] as const)
    await tx.deleteFrom(table).where("user_id", "=", userId).execute();
  return true;
}

/** Accepts a code of the app or a recovery code, each only once across all processes. */
export async function useCode(
  db: Db,
  userId: string,
  typed: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  return inTransaction(
    db,
    async (tx) =>
      (await hasSecondFactor(tx, userId)) &&
      ((await useTotp(tx, userId, typed, secrets, now)) ||
        (await useRecoveryCode(tx, userId, typed))),
  );
}

async function factorOf(db: Db, userId: string) {
  return db
    .selectFrom("second_factors")
    .select(["secret", "confirmed_at", "last_step"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

async function useTotp(
  tx: Db,
  userId: string,
  typed: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const code = typed.replace(/\s/gu, "");
  const factor = await factorOf(tx, userId);
  const key = factor && keyOf(factor, secrets);
  if (!key || !/^\d{6}$/u.test(code)) return false;
  const timestamp = now.getTime();
  // Compares in constant time (otpauth's validate).
  const delta = totpOf(key).validate({ token: code, timestamp, window });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / period) + delta;
  const { numUpdatedRows } = await tx
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where((row) => row.or([row("last_step", "is", null), row("last_step", "<", step)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The defaults of authenticator apps (RFC 6238). */
const totpOf = (key: string) =>
  new TOTP({ secret: Secret.fromBase32(key), algorithm: "SHA1", digits: 6, period });

const keyOf = ({ secret }: { secret: string }, secrets: readonly string[]) =>
  unseal(secrets, "second-factor", secret);
