import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { hashOf, newToken } from "./secrets.ts";
import { useCode } from "./second-factor-codes.ts";

const stepLifetimeMs = 10 * 60 * 1000;

const begunLifetimeMs = 24 * 60 * 60 * 1000;

interface SecondStep {
  userId: string;
  path: string;
  stays: boolean;
}

/** @param device id of the browser that the token is bound to @returns a token, valid for 10 minutes */
export async function beginSecondStep(
  db: Db,
  { userId, path, stays }: SecondStep,
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
      stays: stays ? 1 : 0,
      expires_at: new Date(now.getTime() + stepLifetimeMs).toISOString(),
    })
    .execute();
  return token;
}

export async function findSecondStep(
  db: Db,
  token: string,
  device: string,
  now: Date,
): Promise<SecondStep | null> {
  const found = await db
    .selectFrom("second_steps")
    .select(["user_id", "path", "stays"])
    .where("token_hash", "=", hashOf(token))
    .where("device_hash", "=", hashOf(device))
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return found ? { userId: found.user_id, path: found.path, stays: found.stays === 1 } : null;
}

/** Works once. @returns null for a wrong code or an expired token */
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

/** Also deletes second factors not confirmed within a day (RULES.md 14.9). */
export async function deleteOldSecondSteps(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("second_steps").where("expires_at", "<=", now.toISOString()).execute();
  await db
    .deleteFrom("second_factors")
    .where("confirmed_at", "is", null)
    .where("since", "<=", new Date(now.getTime() - begunLifetimeMs).toISOString())
    .execute();
}
