import { Secret } from "otpauth";
import type { Db } from "#db/database.ts";
import { hashOf } from "./secrets.ts";

export const recoveryCodes = 10;
/** base32 letters: 80 random bits, too many to guess from a hash */
const codeLength = 16;

export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom("recovery_codes")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Replaces the recovery codes. @returns the new codes, which are stored only as hashes */
export async function newRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => new Secret({ size: 10 }).base32);
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/gu)!.join("-"));
}

const readCode = (typed: string) => typed.replace(/[\s-]/gu, "").toUpperCase();

/** Whether it was meant as one: wrong ones have a limit of their own (RULES.md 10.19). */
export const isRecoveryCode = (typed: string) => readCode(typed).length === codeLength;

export async function useRecoveryCode(tx: Db, userId: string, typed: string): Promise<boolean> {
  const code = readCode(typed);
  if (!isRecoveryCode(typed)) return false;
  const { numDeletedRows } = await tx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOf(code))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
