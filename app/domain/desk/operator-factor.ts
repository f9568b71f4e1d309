import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { recordDecision } from "./log/audit.ts";
import { roleOf } from "./operators.ts";
import { userExists } from "#app/domain/accounts/suspended.ts";
import {
  decrypt,
  encrypt,
  factorOf,
  newRecoveryCodes,
  newSecret,
  totpOf,
  useCode,
  useTotp,
} from "#app/domain/accounts/second-factor-codes.ts";

/** What an app for codes needs. */
export interface NewFactor {
  /** base32, in groups of four */
  secret: string;
  /** otpauth: address */
  uri: string;
}

/**
 * Begins to set the second factor up, or goes on with what was begun: nothing is asked for until `confirmFactor`.
 * @param label the account's name in the app @param secrets of the site: the first encrypts
 * @returns null for who is no operator, or has one already
 */
export async function beginFactor(
  db: Db,
  userId: string,
  { issuer, label, secrets }: { issuer: string; label: string; secrets: readonly string[] },
  now: Date,
): Promise<NewFactor | null> {
  return inTransaction(db, async (tx) => {
    if ((await roleOf(tx, userId)) === null) return null;
    const known = await factorOf(tx, userId);
    if (known?.confirmed_at) return null;
    const secret = (known && decrypt(known.secret, secrets)) ?? newSecret();
    const values = { secret: encrypt(secret, secrets[0]!), since: now.toISOString() };
    await tx
      .insertInto("second_factors")
      .values({ user_id: userId, ...values, confirmed_at: null, last_step: null })
      .onConflict((one) => one.column("user_id").doUpdateSet(values))
      .execute();
    const totp = totpOf(secret);
    totp.issuer = issuer;
    totp.label = label;
    return { secret: secret.match(/.{1,4}/gu)!.join(" "), uri: totp.toString() };
  });
}

/**
 * Sets the second factor up with the first code.
 * @returns ten recovery codes, which are not stored and never shown again; null when the code is wrong, or nothing was begun
 */
export async function confirmFactor(
  db: Db,
  userId: string,
  code: string,
  secrets: readonly string[],
  now: Date,
): Promise<string[] | null> {
  return inTransaction(db, async (tx) => {
    const factor = await factorOf(tx, userId);
    if (!factor || factor.confirmed_at !== null) return null;
    if ((await roleOf(tx, userId)) === null || !(await userExists(tx, userId))) return null;
    if (!(await useTotp(tx, userId, code, secrets, now))) return null;
    await tx
      .updateTable("second_factors")
      .set({ confirmed_at: now.toISOString() })
      .where("user_id", "=", userId)
      .execute();
    await recordDecision(
      tx,
      { ...decisionOn(userId), actor: userId, action: "second-factor-on" },
      now,
    );
    return newRecoveryCodes(tx, userId);
  });
}

/** Takes the second factor off, for who typed a code. @returns false when the code is wrong */
export async function takeFactorOff(
  db: Db,
  userId: string,
  typed: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await userExists(tx, userId))) return false;
    if (!(await useCode(tx, userId, typed, secrets, now))) return false;
    await removeFactor(tx, userId);
    await recordDecision(
      tx,
      { ...decisionOn(userId), actor: userId, action: "second-factor-off" },
      now,
    );
    return true;
  });
}

/** Takes the second factor off without a code, for who lost both, as a command. @returns false where there is none */
export async function resetSecondFactor(db: Db, userId: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await factorOf(tx, userId))) return false;
    await removeFactor(tx, userId);
    await recordDecision(
      tx,
      { ...decisionOn(userId), actor: null, action: "second-factor-off" },
      now,
    );
    return true;
  });
}

const decisionOn = (userId: string) => ({
  subject: `person:${userId}` as const,
  personId: userId,
});

async function removeFactor(tx: Db, userId: string): Promise<void> {
  for (const table of ["second_factors", "recovery_codes", "second_steps"] as const)
    await tx.deleteFrom(table).where("user_id", "=", userId).execute();
}
