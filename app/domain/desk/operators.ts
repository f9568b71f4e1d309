import type { Db } from "#db/database.ts";
import { notSuspended } from "#app/domain/accounts/suspensions.ts";
import { canonical } from "#app/i18n/text.ts";
import { asciiAddress } from "#app/email-address.ts";

export type Role = "moderator" | "owner";

export async function roleOf(db: Db, userId: string): Promise<Role | null> {
  const row = await db
    .selectFrom("operators")
    .select("role")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

/** Callers check the permission (RULES.md 10.1). */
export async function setRole(db: Db, userId: string, role: Role, now: Date): Promise<void> {
  await db
    .insertInto("operators")
    .values({ user_id: userId, role, since: now.toISOString() })
    .onConflict((known) => known.column("user_id").doUpdateSet({ role }))
    .execute();
}

export async function removeRole(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("operators").where("user_id", "=", userId).execute();
}

/** Whether nobody else is an active owner (RULES.md 10.17). */
export async function isLastOwner(db: Db, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom("operators")
    .select("user_id")
    .where("role", "=", "owner")
    .where("user_id", "!=", userId)
    .where(notSuspended("operators.user_id"))
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** Includes email addresses: for owners and commands only. */
export async function listOperators(db: Db) {
  return db
    .selectFrom("operators")
    .innerJoin("usuarios", "usuarios.id", "operators.user_id")
    .leftJoin("accounts", "accounts.user_id", "operators.user_id")
    .select(["operators.user_id", "role", "since", "nombre_usuario", "email", "confirmed_at"])
    .orderBy("role", "desc")
    .orderBy("since")
    .orderBy("operators.user_id")
    .execute();
}

export async function operatorsToTell(db: Db) {
  return db
    .selectFrom("operators")
    .innerJoin("accounts", "accounts.user_id", "operators.user_id")
    .select(["email", "language"])
    .where("confirmed_at", "is not", null)
    .where(notSuspended("operators.user_id"))
    .orderBy("operators.user_id")
    .execute();
}

export async function noteLanguage(db: Db, userId: string, language: string): Promise<void> {
  const row = await db
    .selectFrom("operators")
    .select("language")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row || row.language === language) return;
  await db.updateTable("operators").set({ language }).where("user_id", "=", userId).execute();
}

export async function findAccount(db: Db, email: string) {
  return db
    .selectFrom("accounts")
    .select(["user_id", "email", "confirmed_at"])
    .where("email_clave", "=", canonical(asciiAddress(email)))
    .executeTakeFirst();
}

export async function isPerson(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("usuarios")
    .select("id")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}
