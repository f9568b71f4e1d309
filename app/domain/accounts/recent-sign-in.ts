import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { hashOf, newToken, seal, unseal } from "./tokens.ts";

/** ms after a password or Google during which nothing is asked again (RULES.md 27.6) */
export const recent = 30 * 60 * 1000;
/** ms by which the clock of the process that noted it may be ahead (RULES.md 8.2) */
const tolerance = 10_000;
/** UTF-16 units of the names and values of a form that is kept */
export const maxKept = 20_000;

const purpose = "kept-form";

/**
 * @param provedAt ISO 8601; null when that is not known
 * @returns whether a session showed a password, or came from Google, in the last 30 minutes. A later time than now was counted
 * by a clock that has been set back since: it may be long ago (RULES.md 8.2)
 */
export function isRecent({ provedAt }: { provedAt: string | null }, now: Date): boolean {
  if (provedAt === null) return false;
  const age = now.getTime() - Date.parse(provedAt);
  return age >= -tolerance && age <= recent;
}

/** Notes that the person of a session has shown their password. */
export async function noteProof(db: Db, token: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ proved_at: now.toISOString() })
    .where("token_hash", "=", hashOf(token))
    .execute();
}

/** A form that was posted to a path of this site. */
export interface KeptForm {
  path: string;
  fields: [name: string, value: string][];
}

/**
 * Keeps a form for 30 minutes, in place of an earlier one of the person. It may have a code or a password in it: what is stored
 * is encrypted with the token, of which only the hash is stored.
 * @returns the token by which its sender, and nobody else, finds and reads it again
 */
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

/** @returns the form that a person left under a token; null when there is none, it is another's, or its time is over */
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

/** Deletes forms that waited longer than they are kept (RULES.md 27.6). */
export async function deleteOldKeptForms(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("kept_forms").where("expires_at", "<=", now.toISOString()).execute();
}
