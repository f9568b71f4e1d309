import { hashOf, newToken } from "../tokens.ts";
import type { Db } from "#db/connect.ts";
import { inTransaction } from "./in-transaction.ts";

/** ms that a draft waits for its author */
const life = 24 * 60 * 60 * 1000;

/**
 * Keeps a review that was written before signing in (spec.md §6) for 24 hours.
 * @returns the token that its author finds it by; or null when there is no such dupe, and nothing is kept
 */
export async function keepDraft(
  db: Db,
  { dupeId, description }: { dupeId: number; description: string },
  now: Date,
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const dupe = await tx
      .selectFrom("dupes")
      .select("id")
      .where("id", "=", dupeId)
      .executeTakeFirst();
    if (!dupe) return null;
    const token = newToken();
    await tx
      .insertInto("review_drafts")
      .values({
        token_hash: hashOf(token),
        dupe_id: dupeId,
        description,
        expires_at: new Date(now.getTime() + life).toISOString(),
      })
      .execute();
    return token;
  });
}

/** @returns what was written about this dupe, or null: unknown, of another dupe, discarded or too old */
export async function findDraft(
  db: Db,
  token: string,
  dupeId: number,
  now: Date,
): Promise<string | null> {
  const draft = await db
    .selectFrom("review_drafts")
    .select("description")
    .where("token_hash", "=", hashOf(token))
    .where("dupe_id", "=", dupeId)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return draft?.description ?? null;
}

export async function discardDraft(db: Db, token: string): Promise<void> {
  await db.deleteFrom("review_drafts").where("token_hash", "=", hashOf(token)).execute();
}

export async function deleteOldDrafts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("review_drafts").where("expires_at", "<=", now.toISOString()).execute();
}
