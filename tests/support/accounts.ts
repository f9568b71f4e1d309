import { hashSync } from "bcryptjs";
import { issueToken } from "#app/domain/accounts/link-tokens.ts";
import { beginSecondStep } from "#app/domain/accounts/second-step.ts";
import { startSession } from "#app/domain/accounts/sessions.ts";
import { setRole } from "#app/domain/desk/operators.ts";
import type { Db } from "#db/database.ts";
import { canonical } from "#app/i18n/text.ts";
import { usernameKey } from "#app/domain/accounts/usernames.ts";

export const password = "vetiver123";
/** bcrypt's lowest cost, because no test depends on it. */
const hashOfPassword = hashSync(password, 4);

/** Of a site that confirms no addresses. */
export const withoutEmail = { secrets: ["secret"], emailsAreConfirmed: false, network: null };

export const emailOf = (id: string) => `${id}@example.org`;

/** The fields of the sign-up form. */
export const registration = (name: string, more: Record<string, string> = {}) => ({
  intent: "signup",
  nombre_completo: `Full name of ${name}`,
  nombre_usuario: name,
  email: emailOf(name),
  password,
  ...more,
});

/** Adds a person with an account to the database. @returns their id, which is the name */
export async function addAccount(
  db: Db,
  name: string,
  {
    username = name as string | null,
    fullName = `Full name of ${name}`,
    email = emailOf(name),
    confirmed = true,
    passwordHash = hashOfPassword as string | null,
    googleSub = null as string | null,
    createdAt = new Date().toISOString(),
  } = {},
): Promise<string> {
  await db
    .insertInto("usuarios")
    .values({
      id: name,
      nombre_usuario: username,
      nombre_usuario_clave: username && usernameKey(username),
      nombre_completo: fullName,
      avatar_url: null,
      created_at: createdAt,
    })
    .execute();
  await db
    .insertInto("accounts")
    .values({
      user_id: name,
      email,
      email_clave: canonical(email),
      password_hash: passwordHash,
      google_sub: googleSub,
      confirmed_at: confirmed ? new Date(Date.parse(createdAt) + 1).toISOString() : null,
      created_at: createdAt,
    })
    .execute();
  return name;
}

/** An operator who decides on everybody. Without an account, and so without emails. @returns their id, which is the name */
export async function addOwner(db: Db, name = "olga"): Promise<string> {
  const created_at = new Date().toISOString();
  const names = {
    nombre_usuario: name,
    nombre_usuario_clave: usernameKey(name),
    nombre_completo: name,
  };
  await db
    .insertInto("usuarios")
    .values({ id: name, ...names, avatar_url: null, created_at })
    .execute();
  await setRole(db, name, "owner", new Date());
  return name;
}

/** Puts people without names into the database, so that the site is not a small one (RULES.md 5.8). */
export async function addAccounts(db: Db, count: number, createdAt: string): Promise<void> {
  for (let n = 0; n < count; n++)
    await addAccount(db, `someone-${n}`, { username: null, createdAt });
}

/** A session, a sign-in at its second step, and an emailed link. */
export async function addSignIns(db: Db, userId: string): Promise<void> {
  const now = new Date();
  await startSession(db, userId, "client", now);
  await beginSecondStep(db, { userId, path: "/", stays: false }, "device", now);
  await issueToken(db, userId, "reset", now);
}
