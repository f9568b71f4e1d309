import { startSession } from "#app/accounts/sessions.ts";
import { addPerson } from "./database.ts";
import { type TestSite, testSecret } from "./site.ts";
import type { TestVisitor } from "./visitor.ts";

/** Somebody with a browser and a network address of their own, and no account. */
export const newVisitor = (site: TestSite): TestVisitor => site.visitor();

/** Somebody who has an account and is signed in, without the slow way through the forms. */
export async function newMember(
  site: TestSite,
  name: string,
  { confirmed = true } = {},
): Promise<TestVisitor & { id: string }> {
  const now = new Date();
  const id = await addPerson(site.db, name);
  await site.db
    .insertInto("accounts")
    .values({
      user_id: id,
      email: `${name}@example.org`,
      email_clave: `${name}@example.org`,
      password_hash: null,
      google_sub: null,
      confirmed_at: confirmed ? now.toISOString() : null,
      created_at: now.toISOString(),
    })
    .execute();
  const visitor = site.visitor();
  const [, value] = /^auth_token=([^;]*)/u.exec(await sessionOf(site, id, now))!;
  visitor.cookies.set("auth_token", value!);
  return { ...visitor, id };
}

/** @returns the cookie of a new session, as it is set */
export async function sessionOf(
  { db }: Pick<TestSite, "db">,
  id: string,
  since: Date,
): Promise<string> {
  const token = await startSession(db, id, "a client", since);
  // Not before the site is open: React would be the one for development.
  const { createCookie } = await import("react-router");
  return createCookie("auth_token", { secrets: [testSecret] }).serialize(token);
}
