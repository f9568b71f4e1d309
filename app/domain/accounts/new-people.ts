import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { canonical } from "#app/i18n/text.ts";
import { usernameKey } from "./usernames.ts";

interface NewPerson {
  email: string;
  username: string | null;
  fullName: string;
  passwordHash: string | null;
  googleSub: string | null;
  confirmed: boolean;
}

/** Whether somebody has shown that the address is theirs: where sign-up sends no email, accounts are confirmed as they are made (RULES.md 9.3). */
export const isProven = ({
  google_sub,
  confirmed_at,
  created_at,
}: Pick<Selectable<Schema["accounts"]>, "google_sub" | "confirmed_at" | "created_at">) =>
  confirmed_at !== null && (google_sub !== null || confirmed_at !== created_at);

/** First check, in the same transaction, that address and username are free. @returns the person's id */
export async function addPerson(tx: Db, person: NewPerson, now: Date): Promise<string> {
  const userId = randomUUID();
  const at = now.toISOString();
  await tx
    .insertInto("usuarios")
    .values({
      id: userId,
      nombre_usuario: person.username,
      nombre_usuario_clave: person.username && usernameKey(person.username),
      nombre_completo: person.fullName,
      avatar_url: null,
      created_at: at,
    })
    .execute();
  await tx
    .insertInto("accounts")
    .values({
      user_id: userId,
      email: person.email,
      email_clave: canonical(person.email),
      password_hash: person.passwordHash,
      google_sub: person.googleSub,
      confirmed_at: person.confirmed ? at : null,
      created_at: at,
    })
    .execute();
  return userId;
}

/** Whether an operator lets a new person's voices count at once (RULES.md 5.8). */
export async function isTrusted(db: Db, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom("usuarios")
    .select("trusted")
    .where("id", "=", userId)
    .executeTakeFirst();
  return person?.trusted === 1;
}

/** @returns when the person signed up, ISO 8601 */
export async function setTrust(tx: Db, userId: string, trusted: 0 | 1): Promise<string> {
  const { created_at } = await tx
    .updateTable("usuarios")
    .set({ trusted })
    .where("id", "=", userId)
    .returning("created_at")
    .executeTakeFirstOrThrow();
  return created_at;
}
