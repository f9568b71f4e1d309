import { languageCodes } from "#app/i18n/languages.ts";
import { afterAll, expect, test } from "vitest";
import { openSite, type Page } from "../support/site.ts";
import { addAccount, emailOf, password, registration } from "../support/accounts.ts";
import { setCookieHeader } from "../support/browser.ts";
import { emailsTo, linkTo } from "../support/emails.ts";
import { logIn } from "../support/sign-in.ts";
import { type MessageKey, translate, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

const site = await openSite({
  APP_ORIGIN: "https://sosia.test",
  // The mail server is down, so emails wait in the database.
  SMTP_URL: "smtp://127.0.0.1:9",
});
afterAll(() => site.close());

/** The token in the form that an opened link shows; undefined when there is no form. */
const offersToPost = (page: Page) =>
  page.dom.querySelector("main form input[name=token]")?.getAttribute("value");

const life = async (userId: string) => {
  const { expires_at } = await site.db
    .selectFrom("account_tokens")
    .select("expires_at")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Math.round((Date.parse(expires_at) - Date.now()) / 60_000);
};

test("with an https origin cookies are Secure, and only those with the __Host- prefix are accepted", async () => {
  await addAccount(site.db, "tessa");
  const tessa = site.newBrowser();
  const answer = await logIn(tessa, "tessa");
  for (const name of ["__Host-auth_token", "__Host-flash"])
    expect(setCookieHeader(answer, name)).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(answer.headers.getSetCookie().join()).not.toContain("Domain");
  const token = tessa.cookies.get("__Host-auth_token")!;
  const planted = { Cookie: `auth_token=${token}` };
  expect((await site.get("/es/profile", planted)).status).toBe(303);
  expect((await site.get("/es/about", planted)).headers.get("Cache-Control")).toMatch(/^public/);
  for (const language of languageCodes)
    expect((await site.get(`/${language}/cookie-policy`)).dom.textContent).toContain(
      "__Host-google_state, __Host-google_return, __Host-google_link",
    );
  const named = (await site.get("/es/cookie-policy")).dom
    .querySelectorAll("th code")
    .map((code) => code.textContent);
  expect(named).toEqual([
    "__Host-auth_token",
    "__Host-known_device",
    "__Host-signed_up",
    "__Host-vote",
    "__Host-flash",
    "__Host-google_state",
    "__Host-google_return",
    "__Host-google_link",
    "__Host-language_preference",
    "__Host-shelf",
    "__Host-consent",
    "analytics_id",
  ]);
  const spoken = await tessa.post("/language", { lang: "de", path: "/" });
  expect(setCookieHeader(spoken, "__Host-language_preference")).toMatch(/; Secure/);
  expect((await tessa.get("/es")).headers.get("Strict-Transport-Security")).toContain("max-age=");
});

test("a reset sets the password, ends every session and notifies the owner", async () => {
  await addAccount(site.db, "dora");
  const thief = site.newBrowser();
  await logIn(thief, "dora");
  const dora = site.newBrowser();
  const asked = await dora.post("/it/auth/forgot", { email: "dora@example.org" });
  expect(await dora.follow(asked)).toShow("it", "auth.resetSent");
  expect(await life("dora")).toBe(60);
  const { link, token } = await linkTo(site, emailOf("dora"));
  // Mail scanners open links.
  for (let round = 0; round < 2; round++) expect(offersToPost(await dora.get(link))).toBe(token);

  const weak = await dora.post(link, { token, password: "weak" });
  expect(weak).toBeRefused(422, "it", "auth.weakPassword", { fields: ["password"] });
  for (const password of ["another1", "Dora1234"]) {
    const easy = await dora.post(link, { token, password });
    expect(easy).toBeRefused(422, "it", "auth.commonPassword", { fields: ["password"] });
  }
  const changed = await dora.post(link, { token, password: "neroli2nd" });
  expect([changed.status, changed.headers.get("Location")]).toEqual([303, "/it/auth"]);
  expect(await dora.follow(changed)).toShow("it", "auth.passwordChanged");
  expect(await thief.isSignedIn()).toBe(false);
  expect((await logIn(dora, "dora")).status).toBe(401);
  expect((await logIn(dora, "dora", { password: "neroli2nd" })).status).toBe(303);
  const notice = (await emailsTo(site, emailOf("dora"))).at(-1)!;
  expect([notice.text!.includes(token), notice.text!.includes("neroli2nd")]).toEqual([
    false,
    false,
  ]);

  const again = await dora.post(link, { token, password: "neroli3rd" });
  expect(again).toBeRefused(410, "it", "auth.linkSpent");
  expect((await logIn(thief, "dora", { password: "neroli3rd" })).status).toBe(401);
});

const asking: [path: string, key: MessageKey][] = [
  ["/auth/forgot", "auth.resetSent"],
  ["/auth/confirm", "auth.resent"],
];

test.each(asking)("%s answers the same for every address", async (path, key) => {
  await addAccount(site.db, `known${key}`, { confirmed: key !== "auth.resent" });
  const answers = [];
  for (const email of [`known${key}@example.org`, "nobody@example.org"]) {
    const visitor = site.newBrowser();
    const began = performance.now();
    const asked = await visitor.post(`/pt${path}`, { email });
    // Nor does the time tell (RULES.md 9.6).
    expect(performance.now() - began).toBeGreaterThan(390);
    const { status, html, headers } = asked;
    const next = await visitor.follow(asked);
    expect(next).toShow("pt", key);
    // Differs for each request.
    headers.delete("X-Request-Id");
    const names = [...headers].map(([name, value]) => [
      name,
      name === "set-cookie" ? value.replace(/=[^;]+/u, "") : value,
    ]);
    answers.push({ status, html, names, next: next.html });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(await emailsTo(site, `known${key}@example.org`)).toHaveLength(1);
  expect(await emailsTo(site, "nobody@example.org")).toEqual([]);
});

test.each(twoLanguages)("emails and refusals are in %s", async (language) => {
  const visitor = site.newBrowser();
  for (const path of ["forgot", "confirm"]) {
    const none = await visitor.post(`/${language}/auth/${path}`, {});
    expect(none).toBeRefused(422, language, "auth.missingEmail", { fields: ["email"] });
    const bad = await visitor.post(`/${language}/auth/${path}`, { email: "a@b\nBcc: c@d.example" });
    expect(bad).toBeRefused(422, language, "auth.emailInvalid", { fields: ["email"] });
  }
  const dead = await visitor.get(`/${language}/auth/reset?token=dead`);
  expect(dead.status).toBe(410);
  expect(dead.html).toContain(translate(language, "messages:auth.linkSpent"));
  expect(dead.dom.querySelector(`main a[href="/${language}/auth/forgot"]`)).not.toBeNull();
  expect((await visitor.get(`/${language}/auth/confirm?token=dead`)).status).toBe(410);
  // The invalid link takes precedence over any other error.
  for (const path of ["reset?token=dead", "confirm?token=dead", "reset"])
    for (const typed of [
      { token: "dead", password },
      { token: "dead", password: "weak" },
    ]) {
      const spent = await visitor.post(`/${language}/auth/${path}`, typed);
      expect(spent).toBeRefused(410, language, "auth.linkSpent");
    }

  await addAccount(site.db, `reader_${language}`);
  await visitor.post(`/${language}/auth/forgot`, { email: `reader_${language}@example.org` });
  const { link } = await linkTo(site, `reader_${language}@example.org`);
  expect(link).toMatch(`/${language}/auth/reset`);
});

test("links in emails use the site's own address, whatever the Host header says", async () => {
  await addAccount(site.db, "kim");
  const headers = {
    Host: "evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
    Forwarded: "host=evil.example",
    "X-Original-URL": "https://evil.example/",
  };
  await site.newBrowser().post("/es/auth/forgot", { email: "kim@example.org" }, headers);
  await site.newBrowser().post("/es/auth", registration("lea"), headers);
  for (const name of ["kim", "lea"]) {
    expect((await linkTo(site, emailOf(name))).link).toMatch(/^\/es\//u);
    const [email] = await emailsTo(site, emailOf(name));
    expect(email!.text! + email!.html).not.toContain("evil.example");
  }
});

test("setting a new password ends another person's session in the same browser", async () => {
  await addAccount(site.db, "olga");
  await addAccount(site.db, "paula");
  const shared = site.newBrowser();
  await logIn(shared, "olga");
  const before = shared.cookies.get("__Host-auth_token")!;
  await shared.post("/es/auth/forgot", { email: "paula@example.org" });
  const { token } = await linkTo(site, emailOf("paula"));
  await shared.post("/es/auth/reset", { token, password: "neroli2nd" });
  expect(shared.cookies.has("__Host-auth_token")).toBe(false);
  shared.cookies.set("__Host-auth_token", before);
  expect(await shared.isSignedIn()).toBe(false);
});
