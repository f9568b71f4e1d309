// Suspended people (RULES.md 9.13 to 9.15).
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { addOwner, emailOf, registration } from "../support/accounts.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { linkTo } from "../support/emails.ts";
import { openSite, type TestSite, testSecret } from "../support/site.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";

let site: TestSite;

beforeAll(async () => {
  site = await openSite();
  await addOwner(site.db);
});

afterAll(() => site.close());

const ban = (id: string, days: number | null = null) =>
  suspend(site.db, id, { reason: "spam", days }, "olga", new Date());

test("all of a suspended person's sessions end immediately, and votes and reviews are refused as signed out", async () => {
  const perfumeId = await addPerfume(site.db, "Creed", "Aventus");
  const dupeId = await addDupe(site.db, perfumeId, "Armaf", "Club de Nuit");
  const path = `/es${perfumePath({ id: perfumeId, marca: "Creed", nombre: "Aventus" })}`;
  const ana = await signedIn(site, "ana");
  const second = site.newBrowser();
  await logIn(second, "ana");
  expect(await second.isSignedIn()).toBe(true);
  await ban(ana.id);
  for (const browser of [ana, second]) {
    const vote = { intent: "vote", dupe_id: String(dupeId), voto: "1" };
    expect((await browser.post(path, vote)).status).not.toBe(200);
    expect(await browser.isSignedIn()).toBe(false);
  }
  expect(await site.db.selectFrom("user_votes").selectAll().execute()).toEqual([]);
});

test.each(twoLanguages)(
  "only the right password reveals, in %s, that the person is suspended",
  async (code) => {
    const name = `bea_${code}`;
    const { id } = await signedIn(site, name);
    await ban(id, 5);
    const told = await logIn(site.newBrowser(), name, {}, code);
    expect(told.status).toBe(403);
    const { auth } = translationsOf(code).messages;
    expect(told.html).toContain(auth.suspendedUntil.split("{{")[0]!.trim());
    expect(told.dom.querySelector(`main a[href="/${code}/contact"]`)).not.toBeNull();
    const wrong = await logIn(site.newBrowser(), name, { password: "wrong1234" }, code);
    const unknown = await logIn(site.newBrowser(), "nobody", {}, code);
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.html).not.toContain(auth.suspendedWrite);
  },
);

test("a password reset by email creates no session", async () => {
  const { id } = await signedIn(site, "carl");
  await ban(id);
  const browser = site.newBrowser();
  await browser.post("/es/auth/forgot", { email: emailOf("carl") });
  const { token } = await linkTo(site, emailOf("carl"));
  const fields = { token, password: "patchouli1234" };
  expect((await browser.post(`/es/auth/reset?token=${token}`, fields)).status).toBe(303);
  expect(await browser.isSignedIn()).toBe(false);
  expect((await logIn(browser, "carl", { password: "patchouli1234" })).status).toBe(403);
});

test("at sign-up the address counts as taken, even after the account was deleted, in the usual words", async () => {
  const { id } = await signedIn(site, "dora");
  await ban(id);
  const signUp = (email: string) =>
    site.newBrowser().post("/es/auth", registration("dora_again", { email }));
  const { emailTaken } = translationsOf("es").messages.auth;
  const suspended = await signUp("DORA@example.org");
  expect([suspended.status, suspended.html.includes(emailTaken)]).toEqual([409, true]);
  await deleteAccount(site.db, id, true, [testSecret]);
  const deleted = await signUp("Dora@Example.org");
  expect([deleted.status, deleted.html.includes(emailTaken)]).toEqual([409, true]);
});
