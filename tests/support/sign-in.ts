import type { Language } from "#app/i18n/languages.ts";
import { type Role, setRole } from "#app/domain/desk/operators.ts";
import { startSession } from "#app/domain/accounts/sessions.ts";
import { type Cookies, createCookies } from "#app/http/middleware/cookies.ts";
import type { Db } from "#db/database.ts";
import { addAccount, emailOf, password } from "./accounts.ts";
import type { TestBrowser } from "./browser.ts";
import { type Page, testSecret, type TestSite } from "./site.ts";

/** A browser signed in to a new account, without the form. `id` is the person's. */
export async function signedIn(
  site: TestSite,
  name: string,
  account?: Parameters<typeof addAccount>[2],
): Promise<TestBrowser & { id: string }> {
  const id = await addAccount(site.db, name, account);
  const browser = site.newBrowser();
  browser.cookies.set(
    site.services.cookies.session.name,
    await newSession(site.db, site.services.cookies, id),
  );
  return { ...browser, id };
}

export async function signedInAs(role: Role, site: TestSite, name: string) {
  const person = await signedIn(site, name);
  await setRole(site.db, person.id, role, new Date());
  return person;
}

export async function newSession(
  db: Db,
  { session }: Pick<Cookies, "session">,
  userId: string,
): Promise<string> {
  const token = await startSession(db, userId, "a client", new Date());
  const [, value] = /=([^;]*)/u.exec(await session.serialize(token))!;
  return value!;
}

const plainCookies = createCookies({ secure: false, sessionSecrets: [testSecret] });

/** Creates a signed-in account. @returns its session cookie, for a site with the tests' secret and without TLS */
export async function sessionCookie(db: Db, name: string): Promise<string> {
  const token = await newSession(db, plainCookies, await addAccount(db, name));
  return `${plainCookies.session.name}=${token}`;
}

/** Sends the sign-in form for the account with this name. @param fields overrides of the right answers */
export function logIn(
  browser: TestBrowser,
  name: string,
  fields: Record<string, string> = {},
  language: Language = "es",
): Promise<Page> {
  const right = { intent: "login", email: emailOf(name), password };
  return browser.post(`/${language}/auth`, { ...right, ...fields });
}
