import { Secret, TOTP } from "otpauth";
import { type Db, inTransaction } from "#db/connect.ts";
import { recordDecision } from "#db/desk/audit.ts";
import { roleOf } from "#db/desk/operators.ts";
import { userExists } from "#db/suspended.ts";
import { hashOf, newToken, seal, unseal } from "../tokens.ts";

/** seconds of a time step, and steps before and after now of which a code is taken (RFC 6238 §5.2) */
const period = 30;
const window = 1;
/** bytes (RFC 4226 §4: 160 bits) */
const secretSize = 20;
export const recoveryCodes = 10;
/** ms that a sign-in waits for its second step */
const stepLifetime = 10 * 60 * 1000;
/** ms after which a key that was begun with and never confirmed is forgotten */
const begunLifetime = 24 * 60 * 60 * 1000;

/** @returns whether codes are asked for at this person's sign-in */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await factorOf(db, userId))?.confirmed_at != null;
}

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
 * Sets the second factor up with the first code. Other half sign-ins end.
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

async function newRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => new Secret({ size: 10 }).base32);
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/gu)!.join("-"));
}

const newSecret = () => new Secret({ size: secretSize }).base32;

const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period });

/** So that a copy of the database alone makes no codes. */
const encrypt = (text: string, secret: string) => seal(secret, "second-factor", text);
const decrypt = (sealed: string, secrets: readonly string[]) =>
  unseal(secrets, "second-factor", sealed);

/** A sign-in that waits for its second step. */
export interface SecondStep {
  userId: string;
  /** where to go then */
  path: string;
}

/** Notes that the first step, password or Google, was made. @param device id of the browser @returns a token, good for 10 minutes in that browser */
export async function beginSecondStep(
  db: Db,
  { userId, path }: SecondStep,
  device: string,
  now: Date,
): Promise<string> {
  const token = newToken();
  await db
    .insertInto("second_steps")
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      device_hash: hashOf(device),
      path,
      expires_at: new Date(now.getTime() + stepLifetime).toISOString(),
    })
    .execute();
  return token;
}

/** @returns the sign-in that waits under a token in this browser, or null */
export async function findSecondStep(
  db: Db,
  token: string,
  device: string,
  now: Date,
): Promise<SecondStep | null> {
  const found = await db
    .selectFrom("second_steps")
    .select(["user_id", "path"])
    .where("token_hash", "=", hashOf(token))
    .where("device_hash", "=", hashOf(device))
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return found ? { userId: found.user_id, path: found.path } : null;
}

/** Makes the second step of a sign-in, once. @returns the sign-in, or null when the code is wrong or nothing waits under the token any more */
export async function makeSecondStep(
  db: Db,
  { token, device, code }: { token: string; device: string; code: string },
  secrets: readonly string[],
  now: Date,
): Promise<SecondStep | null> {
  return inTransaction(db, async (tx) => {
    const step = await findSecondStep(tx, token, device, now);
    if (!step || !(await useCode(tx, step.userId, code, secrets, now))) return null;
    await tx.deleteFrom("second_steps").where("token_hash", "=", hashOf(token)).execute();
    return step;
  });
}

/** Forgets half sign-ins after their 10 minutes, and second factors that were begun and not confirmed within a day (RULES.md 9.1). */
export async function deleteOldSecondSteps(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("second_steps").where("expires_at", "<=", now.toISOString()).execute();
  await db
    .deleteFrom("second_factors")
    .where("confirmed_at", "is", null)
    .where("since", "<=", new Date(now.getTime() - begunLifetime).toISOString())
    .execute();
}
