import { Secret, TOTP } from "otpauth";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { hashOf, seal, unseal } from "./tokens.ts";

/** seconds of a time step, and steps before and after now of which a code is taken (RFC 6238 §5.2) */
const period = 30;
const window = 1;
/** bytes (RFC 4226 §4: 160 bits) */
const secretSize = 20;
export const recoveryCodes = 10;

/** @returns whether codes are asked for at this person's sign-in */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await factorOf(db, userId))?.confirmed_at != null;
}

/**
 * Uses a code up: of the app (RFC 6238, one step before or after now) or a recovery code. None is taken twice, in however many
 * processes it is tried.
 */
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
      ((await useTotp(tx, userId, typed, secrets, now)) || (await useRecovery(tx, userId, typed))),
  );
}

/** @returns how many recovery codes are left */
export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom("recovery_codes")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** @returns the second factor as it is stored, set up or only begun */
export async function factorOf(db: Db, userId: string) {
  return db
    .selectFrom("second_factors")
    .select(["secret", "confirmed_at", "last_step"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Uses a code of the app up. */
export async function useTotp(
  tx: Db,
  userId: string,
  typed: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const code = typed.replace(/\s/gu, "");
  const factor = await factorOf(tx, userId);
  const secret = factor && decrypt(factor.secret, secrets);
  if (!secret || !/^\d{6}$/u.test(code)) return false;
  const timestamp = now.getTime();
  // Compares in constant time (otpauth's validate).
  const delta = totpOf(secret).validate({ token: code, timestamp, window });
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

async function useRecovery(tx: Db, userId: string, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/gu, "").toUpperCase();
  if (code.length !== recoverySize) return false;
  const { numDeletedRows } = await tx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOf(code))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** base32 letters: 80 random bits, which nobody guesses from a hash */
const recoverySize = 16;

/** Replaces the recovery codes. @returns the new ones, which are stored as hashes alone */
export async function newRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => new Secret({ size: 10 }).base32);
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/gu)!.join("-"));
}

/** @returns a key, in base32 */
export const newSecret = () => new Secret({ size: secretSize }).base32;

/** @returns how codes are made of a key (RFC 6238), as apps do by default */
export const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period });

/** So that a copy of the database alone makes no codes. */
export const encrypt = (text: string, secret: string) => seal(secret, "second-factor", text);
export const decrypt = (sealed: string, secrets: readonly string[]) =>
  unseal(secrets, "second-factor", sealed);
