import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { hashOf, newToken, seal, unseal } from "./secrets.ts";

/** ms (RULES.md 9.16) */
export const recent = 30 * 60 * 1000;
/** ms by which the clock of another process may be ahead (RULES.md 12.9) */
const tolerance = 10_000;
/** UTF-16 units of names and values */
export const maxKept = 20_000;

const purpose = "kept-form";

/** A future time means that the clock was set back since, so it proves nothing (RULES.md 12.9). */
export function isRecent({ provedAt }: { provedAt: string | null }, now: Date): boolean {
  if (provedAt === null) return false;
  const age = now.getTime() - Date.parse(provedAt);
  return age >= -tolerance && age <= recent;
}

export async function noteProof(db: Db, token: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ proved_at: now.toISOString() })
    .where("token_hash", "=", hashOf(token))
    .execute();
}

export interface KeptForm {
  path: string;
  fields: [name: string, value: string][];
}

/** Encrypted with the token, because a form can contain what is said about a person. Replaces the person's earlier form. */
export async function keepForm(
  db: Db,
  userId: string,
  { path, fields }: KeptForm,
  now: Date,
): Promise<string> {
  const token = newToken();
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom("kept_forms").where("user_id", "=", userId).execute();
    await tx
      .insertInto("kept_forms")
      .values({
        token_hash: hashOf(token),
        user_id: userId,
        path,
        fields: seal(token, purpose, JSON.stringify(fields)),
        expires_at: new Date(now.getTime() + recent).toISOString(),
      })
      .execute();
  });
  return token;
}

export async function findKeptForm(
  db: Db,
  userId: string,
  token: string,
  now: Date,
): Promise<KeptForm | null> {
  const found = await db
    .selectFrom("kept_forms")
    .select(["path", "fields"])
    .where("token_hash", "=", hashOf(token))
    .where("user_id", "=", userId)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  const fields = found && unseal([token], purpose, found.fields);
  return fields ? { path: found.path, fields: JSON.parse(fields) as KeptForm["fields"] } : null;
}

export async function deleteOldKeptForms(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("kept_forms").where("expires_at", "<=", now.toISOString()).execute();
}
