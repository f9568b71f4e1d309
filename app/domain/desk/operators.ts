import type { Db } from "#db/database.ts";
import { notSuspended } from "#app/domain/accounts/suspensions.ts";
import { canonical } from "#app/i18n/text.ts";

export type Role = "moderator" | "owner";

/** @returns the role of a person, null for who is no operator (RULES.md 21.1) */
export async function roleOf(db: Db, userId: string): Promise<Role | null> {
  const row = await db
    .selectFrom("operators")
    .select("role")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

/** Makes somebody an operator, or gives an operator another role (RULES.md 21.1). Who may do so is the caller's question. */
export async function setRole(db: Db, userId: string, role: Role, now: Date): Promise<void> {
  await db
    .insertInto("operators")
    .values({ user_id: userId, role, since: now.toISOString() })
    .onConflict((known) => known.column("user_id").doUpdateSet({ role }))
    .execute();
}

/** Takes the role of an operator; of who has none, nothing. */
export async function removeRole(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("operators").where("user_id", "=", userId).execute();
}

/** @returns whether nobody else is an owner who can act as one (RULES.md 27.1) */
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

/** @returns all operators, with their addresses: for owners and commands only */
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

/** @returns the operators with a confirmed address who are not suspended, and the language in which they opened the desk last */
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

/** Notes in which language an operator opened the desk; writes only what is new. */
export async function noteLanguage(db: Db, userId: string, language: string): Promise<void> {
  const row = await db
    .selectFrom("operators")
    .select("language")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row || row.language === language) return;
  await db.updateTable("operators").set({ language }).where("user_id", "=", userId).execute();
}

/** @returns the account with this address, in any spelling (RULES.md 5.1), or undefined */
export async function findAccount(db: Db, email: string) {
  return db
    .selectFrom("accounts")
    .select(["user_id", "email", "confirmed_at"])
    .where("email_clave", "=", canonical(email))
    .executeTakeFirst();
}

/** @returns whether there is a person with this id */
export async function isPerson(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("usuarios")
    .select("id")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}
