// An account with a password and a Google account with the same address (RULES.md 9.7).
import { Events, type MutableResponse, OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { addAccount, addOwner, emailOf, password } from "../support/accounts.ts";
import type { TestBrowser } from "../support/browser.ts";
import { subjectsTo } from "../support/emails.ts";
import { logIn } from "../support/sign-in.ts";
import { listen } from "../support/stand-in-google.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

const google = new OAuth2Server();
let site: TestSite;

beforeAll(async () => {
  site = await openSite({ SMTP_URL: "smtp://127.0.0.1:1", ...(await listen(google)) });
  await addOwner(site.db, "mia");
});

afterAll(async () => {
  await site.close();
  await google.stop();
});

/** The visitor goes to Google, is this person there, and comes back. */
async function throughGoogle(visitor: TestBrowser, name: string, language = "es") {
  google.service.removeAllListeners();
  google.service.on(Events.BeforeUserinfo, (answer: MutableResponse) => {
    answer.body = { sub: `sub-${name}`, email: emailOf(name), email_verified: true, name };
  });
  const start = `/${language}/auth/google?redirectTo=%2F${language}%2Fabout`;
  const away = await visitor.get(start);
  const back = await fetch(away.headers.get("Location")!, { redirect: "manual" });
  const { pathname, search } = new URL(back.headers.get("Location")!);
  return visitor.get(pathname + search);
}

const googleSubOf = async (id: string) =>
  (
    await site.db
      .selectFrom("accounts")
      .select("google_sub")
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow()
  ).google_sub;

test.each(twoLanguages)(
  "linking Google asks once for the password in %s and tells the owner",
  async (code) => {
    const name = `ana-${code}`;
    await addAccount(site.db, name);
    const ana = site.newBrowser();
    const back = await throughGoogle(ana, name, code);
    expect([back.status, back.headers.get("Location")]).toEqual([302, `/${code}/auth/link`]);
    expect(await ana.isSignedIn()).toBe(false);
    expect(await googleSubOf(name)).toBeNull();
    expect(ana.cookies.get("google_link")).not.toMatch(/sub-|ana/u);
    const page = await ana.follow(back);
    expect(page.html).toContain(translationsOf(code).pages.linkGoogle.lead);
    expect(page.dom.querySelectorAll("script[src]")).toEqual([]);
    expect(page.headers.get("Cache-Control")).toContain("no-store");

    const link = `/${code}/auth/link`;
    const wrong = await ana.post(link, { password: "wrong1234" });
    expect(wrong).toBeRefused(401, code, "profile.wrongPassword", { fields: ["password"] });
    expect([await ana.isSignedIn(), await googleSubOf(name)]).toEqual([false, null]);
    const done = await ana.post(link, { password });
    expect([done.status, done.headers.get("Location")]).toEqual([303, `/${code}/about`]);
    expect(await ana.follow(done)).toShow(code, "auth.googleLinked");
    expect(await ana.isSignedIn()).toBe(true);
    expect(ana.cookies.has("google_link")).toBe(false);
    expect(await subjectsTo(site, name)).toEqual([
      translationsOf(code).emails.googleLinked.subject,
    ]);

    const phone = site.newBrowser();
    expect((await throughGoogle(phone, name, code)).headers.get("Location")).toBe(`/${code}/about`);
    expect((await logIn(site.newBrowser(), name)).status).toBe(303);
  },
);

test("without the pending identity, in another browser or too late, the right password links nothing", async () => {
  await addAccount(site.db, "bea");
  const stranger = site.newBrowser();
  const early = await stranger.post("/es/auth/link", { password });
  expect(early).toBeRefused(410, "es", "people.stepOver");
  expect((await stranger.get("/es/auth/link")).html).toContain(
    translationsOf("es").messages.people.stepOver,
  );
  const bea = site.newBrowser();
  await throughGoogle(bea, "bea");
  const kept = bea.cookies.get("google_link")!;
  for (const forged of [`${kept}x`, kept.slice(0, -9), "null"]) {
    stranger.cookies.set("google_link", forged);
    expect((await stranger.post("/es/auth/link", { password })).status).toBe(410);
  }
  expect(
    (await bea.post("/es/auth/link", { password }, { Origin: "https://x.example" })).status,
  ).toBe(403);
  await suspend(site.db, "bea", { reason: "spam", days: null }, "mia", new Date());
  expect((await bea.post("/es/auth/link", { password })).status).toBe(410);
  expect(await googleSubOf("bea")).toBeNull();
  expect(await subjectsTo(site, "bea")).toEqual([]);
});

test("guesses at the password on the way to Google count as those at sign-in", async () => {
  await addAccount(site.db, "carla");
  const carla = site.newBrowser();
  await throughGoogle(carla, "carla");
  const guess = async () => (await carla.post("/es/auth/link", { password: "wrong1234" })).status;
  for (let i = 0; i < 10; i++) expect(await guess()).toBe(401);
  expect((await carla.post("/es/auth/link", { password })).status).toBe(429);
  expect((await logIn(site.newBrowser(), "carla")).status).toBe(429);
  expect(await googleSubOf("carla")).toBeNull();
});
