import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { type Actor, recordDecision } from "./log/audit.ts";
import { roleOf } from "./operators.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  useCode,
} from "#app/domain/accounts/second-factor-codes.ts";

export interface NewFactor {
  /** base32, in groups of four */
  secret: string;
  uri: string;
}

/** Starts or resumes the set-up; codes are required after `confirmFactor`. @returns null for non-operators and if already set up */
export async function beginFactor(
  db: Db,
  userId: string,
  { issuer, label, secrets }: { issuer: string; label: string; secrets: readonly string[] },
  now: Date,
): Promise<NewFactor | null> {
  return inTransaction(db, async (tx) => {
    if ((await roleOf(tx, userId)) === null) return null;
    const totp = await beginSecondFactor(tx, userId, secrets, now);
    if (!totp) return null;
    totp.issuer = issuer;
    totp.label = label;
    const secret = totp.secret.base32.match(/.{1,4}/gu)!.join(" ");
    return { secret, uri: totp.toString() };
  });
}

/** @returns ten recovery codes, never shown again; null if the code is wrong or no set-up was started */
export async function confirmFactor(
  db: Db,
  userId: string,
  code: string,
  secrets: readonly string[],
  now: Date,
): Promise<string[] | null> {
  return inTransaction(db, async (tx) => {
    if ((await roleOf(tx, userId)) === null || !(await mayWrite(tx, userId))) return null;
    const recoveryCodes = await confirmSecondFactor(tx, userId, code, secrets, now);
    if (recoveryCodes) await recordFactor(tx, userId, "second-factor-on", userId, now);
    return recoveryCodes;
  });
}

/** @returns false if the code is wrong */
export async function takeFactorOff(
  db: Db,
  userId: string,
  typed: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await mayWrite(tx, userId))) return false;
    if (!(await useCode(tx, userId, typed, secrets, now))) return false;
    await removeSecondFactor(tx, userId);
    await recordFactor(tx, userId, "second-factor-off", userId, now);
    return true;
  });
}

/** For operators who lost both app and recovery codes. @returns false if there is no factor */
export async function resetSecondFactor(db: Db, userId: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await removeSecondFactor(tx, userId))) return false;
    await recordFactor(tx, userId, "second-factor-off", null, now);
    return true;
  });
}

async function recordFactor(
  tx: Db,
  userId: string,
  action: "second-factor-on" | "second-factor-off",
  actor: Actor,
  now: Date,
): Promise<void> {
  const subject = `person:${userId}` as const;
  await recordDecision(tx, { subject, personId: userId, actor, action }, now);
}
