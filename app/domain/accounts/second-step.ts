import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { hashOf, newToken } from "./tokens.ts";
import { useCode } from "./second-factor-codes.ts";

/** ms that a sign-in waits for its second step */
const stepLifetime = 10 * 60 * 1000;

/** ms after which a key that was begun with and never confirmed is forgotten */
const begunLifetime = 24 * 60 * 60 * 1000;

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
