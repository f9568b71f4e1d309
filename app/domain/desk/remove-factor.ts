import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { type Actor, recordDecision } from "./log/audit.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { removeSecondFactor, useCode } from "#app/domain/accounts/second-factor-codes.ts";

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

export async function recordFactor(
  tx: Db,
  userId: string,
  action: "second-factor-on" | "second-factor-off",
  actor: Actor,
  now: Date,
): Promise<void> {
  const subject = `person:${userId}` as const;
  await recordDecision(tx, { subject, personId: userId, actor, action }, now);
}
