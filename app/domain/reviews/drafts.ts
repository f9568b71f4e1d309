import { hashOf, newToken } from "#app/domain/accounts/secrets.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { currentDupe } from "#app/domain/catalog/redirects.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";

/** ms (RULES.md 5.3) */
const lifetime = 24 * 60 * 60 * 1000;

/** @returns its token @throws Refused "no-such-dupe" */
export async function keepDraft(
  db: Db,
  { dupeId, description }: { dupeId: number; description: string },
  now: Date,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const dupe = await tx
      .selectFrom("dupes")
      .select("id")
      .where("id", "=", currentDupe(dupeId))
      .executeTakeFirst();
    if (!dupe) throw new Refused("no-such-dupe");
    const token = newToken();
    await tx
      .insertInto("review_drafts")
      .values({
        token_hash: hashOf(token),
        dupe_id: dupe.id,
        description,
        expires_at: new Date(now.getTime() + lifetime).toISOString(),
      })
      .execute();
    return token;
  });
}

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
