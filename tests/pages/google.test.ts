import { Events, type MutableResponse, OAuth2Server } from "oauth2-mock-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listen } from "../support/stand-in-google.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { addAccount, addOwner, password } from "../support/accounts.ts";
import { addPerfume, addPerfumeWithDupe } from "../support/database.ts";
import { linksInAlert } from "../support/form-page.ts";
import { setCookieHeader, type TestBrowser } from "../support/browser.ts";
import { subjectsTo } from "../support/emails.ts";
import { logIn } from "../support/sign-in.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { setRole } from "#app/domain/desk/operators.ts";
import "../support/matchers.ts";
import type { Language } from "#app/i18n/languages.ts";

const google = new OAuth2Server();
let site: TestSite;

beforeAll(async () => {
  // Where emails are sent, an active account has a confirmed address.
  site = await openSite({ SMTP_URL: "smtp://127.0.0.1:1", ...(await listen(google)) });
  await addOwner(site.db);
});

afterAll(() => site.close());

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});

afterEach(() => {
  google.service.removeAllListeners();
  vi.restoreAllMocks();
});

afterAll(() => google.stop());

/** The stand-in's claims about the person who signs in there. */
const says = (name: string, more: Record<string, unknown> = {}) =>
  google.service.on(Events.BeforeUserinfo, (answer: MutableResponse) => {
    answer.body = {
      sub: `sub-${name}`,
      email: `${name}@example.org`,
      email_verified: true,
      name: `Señora ${name}`,
      ...more,
    };
  });

/** Follows the button to Google. @returns path and query of the callback */
async function toGoogle(visitor: TestBrowser, path = "/es/auth/google"): Promise<string> {
  const away = await visitor.get(path);
  expect(away.status).toBe(302);
  const back = await fetch(away.headers.get("Location")!, { redirect: "manual" });
  const { pathname, search, origin } = new URL(back.headers.get("Location")!);
  expect(origin).toBe(site.origin);
  return pathname + search;
}

const thereAndBack = async (visitor: TestBrowser, path?: string) =>
  visitor.get(await toGoogle(visitor, path));

const googleSubOf = async (userId: string) => {
  const row = site.db.selectFrom("accounts").select("google_sub").where("user_id", "=", userId);
  return (await row.executeTakeFirst())?.google_sub;
};

/** The browser's cookies about its attempts with Google. */
const attemptsIn = ({ cookies }: TestBrowser) =>
  [...cookies.keys()].filter((name) => name.startsWith("google_"));

/** Asserts that nobody was signed in. @returns the home page, which says why */
async function homeAfterFailure(browser: TestBrowser, answer: Page, language: Language = "es") {
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/${language}`]);
  expect(setCookieHeader(answer, "auth_token")).toBeUndefined();
  const home = await browser.follow(answer);
  expect(await browser.isSignedIn()).toBe(false);
  return home;
}

test("a new person signs in with Google, chooses a username and continues", async () => {
  says("ana");
  const ana = site.newBrowser();
  expect((await ana.get("/de/auth")).html).toContain('href="/de/auth/google"');
  const answer = await thereAndBack(ana, "/de/auth/google?redirectTo=%2Fde%2Fabout");
  expect(answer.headers.get("Location")).toBe("/de/set-username?redirectTo=%2Fde%2Fabout");
  expect(setCookieHeader(answer, "auth_token")).toMatch(/; HttpOnly; SameSite=Lax$/);
  expect([...ana.cookies.keys()]).toEqual(["auth_token", "known_device"]);
  expect((await ana.get("/auth-callback")).headers.get("Location")).toMatch(/set-username$/);
  await ana.post("/de/set-username", { nombre_usuario: "ana", redirectTo: "/de/about" });

  const phone = site.newBrowser();
  const again = await thereAndBack(phone, "/de/auth/google?redirectTo=%2Fde%2Fabout");
  expect(again.headers.get("Location")).toBe("/de/about");
  expect(await phone.follow(again)).toShow("de", "auth.welcomeBack");
  expect((await phone.get("/it/auth-callback")).headers.get("Location")).toBe("/it");
});

test("a visitor's vote counts once Google has let them in and they have a username (RULES.md 5.9)", async () => {
  const { dupe, path } = await addPerfumeWithDupe(site.db);
  says("voter");
  const visitor = site.newBrowser();
  const vote = { intent: "vote", dupe_id: String(dupe), voto: "1" };
  const [way] = linksInAlert(await visitor.post(`/es${path}`, vote));
  const { dom } = await visitor.get(way!.getAttribute("href")!);
  const button = dom.querySelector("a[href*='/auth/google']")!.getAttribute("href")!;
  const setup = (await thereAndBack(visitor, button)).headers.get("Location")!;
  const redirectTo = new URL(setup, site.origin).searchParams.get("redirectTo")!;
  const named = await visitor.post(setup, { nombre_usuario: "google_voter", redirectTo });
  expect(await visitor.follow(named)).toShow("es", "perfume.votedWaits");
});

test("a person who signs in with Google keeps the browser's shelf", async () => {
  says("estante");
  const visitor = site.newBrowser();
  const bottle = await addPerfume(site.db, "Creed", "Aventus");
  const kept = { intent: "shelf-add", perfume_id: String(bottle), list: "have" };
  expect((await visitor.post("/es/shelf", kept)).status).toBe(303);
  await thereAndBack(visitor);
  expect(visitor.cookies.has("shelf")).toBe(false);
  expect(
    await site.db
      .selectFrom("shelf")
      .innerJoin("accounts", "accounts.user_id", "shelf.user_id")
      .select(["email", "perfume_id", "list"])
      .execute(),
  ).toEqual([{ email: "estante@example.org", perfume_id: bottle, list: "have" }]);
});

test.each([
  ["unverified", "auth.googleUnverified", { email_verified: false }, {}],
  ["another Google account's by now", "auth.googleTaken", {}, { googleSub: "sub-of-another" }],
] as const)("a sign-in with an address that is %s is refused", async (_, key, claims, account) => {
  const name = `owner_${Object.keys(account).length}`;
  await addAccount(site.db, name, account);
  const before = await googleSubOf(name);
  says(name, claims);
  const thief = site.newBrowser();
  const home = await homeAfterFailure(thief, await thereAndBack(thief));
  expect(home).toShow("es", key, { role: "alert" });
  expect(await googleSubOf(name)).toBe(before);
});

test("a person who cancels at Google sees a message in their language", async () => {
  const flo = site.newBrowser();
  const back = await toGoogle(flo, "/pt/auth/google");
  const state = new URLSearchParams(back.split("?")[1]).get("state")!;
  const answer = await flo.get(`/auth-callback?error=access_denied&state=${state}`);
  expect(await homeAfterFailure(flo, answer, "pt")).toShow("pt", "auth.googleRefused", {
    role: "alert",
  });
  expect(attemptsIn(flo)).toEqual([]);
});

test.each(["state=x", "state=state", "state=x&error=access_denied", "code=x"])(
  "opening /auth-callback?%s during a Google sign-in does not interrupt it",
  async (query) => {
    says("ines");
    const ines = site.newBrowser();
    const back = await toGoogle(ines, "/es/auth/google?redirectTo=%2Fes%2Fabout");
    await ines.get(`/auth-callback?${query}`);
    expect(attemptsIn(ines)).toHaveLength(2);
    const answer = await ines.get(back);
    expect(answer.headers.get("Location")).toBe("/es/set-username?redirectTo=%2Fes%2Fabout");
    expect(attemptsIn(ines)).toEqual([]);
  },
);

test("when Google fails the page says so and still offers the button", async () => {
  google.service.on(Events.BeforeUserinfo, (answer: MutableResponse) => {
    answer.statusCode = 500;
  });
  const ida = site.newBrowser();
  expect(await homeAfterFailure(ida, await thereAndBack(ida))).toShow("es", "auth.googleFailed", {
    role: "alert",
  });
  expect((await ida.get("/es/auth")).html).toContain("/es/auth/google");
});

test("redirectTo does not lead to another site, or back to an account page (RULES.md 13.2)", async () => {
  await addAccount(site.db, "bea", { googleSub: "sub-bea", passwordHash: null });
  says("bea");
  for (const redirectTo of ["//evil.example", "/es/auth", "/logout"]) {
    const path = `/es/auth/google?${new URLSearchParams({ redirectTo })}`;
    const answer = await thereAndBack(site.newBrowser(), path);
    expect([redirectTo, answer.headers.get("Location")]).toEqual([redirectTo, "/es"]);
  }
});

test("browsers do not prefetch the button's address, because each request begins an attempt", async () => {
  const page = await site.get("/es/auth");
  expect(page.dom.querySelector("a[href='/es/auth/google']")?.getAttribute("rel")).toBe("nofollow");
  const rules = JSON.parse(page.dom.querySelector("script[type=speculationrules]")!.textContent);
  expect(rules.prefetch[0].where.selector_matches).toBe(
    "[href^='/']:not([rel~=nofollow],[download],[hreflang])",
  );
});

test("signing in with Google ends another person's session in the same browser", async () => {
  await addAccount(site.db, "jana");
  const shared = site.newBrowser();
  await logIn(shared, "jana");
  const before = shared.cookies.get("auth_token")!;
  says("bea");
  await thereAndBack(shared);
  expect(shared.cookies.get("auth_token")).not.toBe(before);
  shared.cookies.set("auth_token", before);
  expect(await shared.isSignedIn()).toBe(false);
});

test("an account without a password can be deleted within ten minutes of signing in, later only after signing in again", async () => {
  await addAccount(site.db, "kim", { passwordHash: null, googleSub: "sub-kim" });
  says("kim");
  const kim = site.newBrowser();
  await kim.follow(await thereAndBack(kim));
  const session = () => site.db.updateTable("sessions").where("user_id", "=", "kim");
  const at = (ms: number) => new Date(Date.now() - ms).toISOString();
  await session()
    .set({ created_at: at(11 * 60_000) })
    .execute();
  const late = await kim.post("/es/profile", { intent: "delete-account" });
  expect(late).toBeRefused(401, "es", "profile.signInFresh");
  await session()
    .set({ created_at: at(60_000) })
    .execute();
  expect((await kim.post("/es/profile", { intent: "delete-account" })).status).toBe(303);
  expect(await googleSubOf("kim")).toBeUndefined();
});

test("a suspended person is told so after Google and gets no session", async () => {
  const id = await addAccount(site.db, "sus", { googleSub: "sub-sus", passwordHash: null });
  await suspend(site.db, id, { reason: "spam", days: null }, "olga", new Date());
  says("sus");
  const visitor = site.newBrowser();
  const answer = await thereAndBack(visitor);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/es/contact"]);
  const { suspended } = translationsOf("es").messages.auth;
  expect((await visitor.follow(answer)).html).toContain(suspended);
  expect(await visitor.isSignedIn()).toBe(false);
});

test("an operator without a password signs in with Google again before a destructive action, which then continues", async () => {
  const id = await addAccount(site.db, "gus", { googleSub: "sub-gus", passwordHash: null });
  await setRole(site.db, id, "moderator", new Date());
  await addAccount(site.db, "spammer");
  says("gus");
  const gus = site.newBrowser();
  await thereAndBack(gus);
  await site.db.updateTable("sessions").set({ proved_at: null }).execute();
  const path = "/es/desk/people/spammer";
  const form = { intent: "suspend", reason: "spam", days: "3", confirmed: "yes" };
  const asked = await gus.post(path, form);
  const [sends, link] = [asked.dom.querySelector("main form")!, "main form a[target=_blank]"];
  const toAgain = asked.dom.querySelector(link)!.getAttribute("href")!.replaceAll("&amp;", "&");
  expect(toAgain).toMatch(/^\/es\/auth\/google\?redirectTo=/u);
  const fields = sends
    .querySelectorAll("[name]")
    .map((input) => [input.getAttribute("name"), input.getAttribute("value")]);
  expect(Object.fromEntries(fields)).toEqual(form);
  expect(sends.getAttribute("action")).toBe(path);
  // Too early: the question stays.
  expect((await gus.post(path, form)).dom.querySelector(link)).not.toBeNull();
  const back = await thereAndBack(gus, toAgain);
  expect(back.headers.get("Location")).toBe(path);
  expect((await gus.post(path, form)).status).toBe(303);
  expect(
    await site.db
      .selectFrom("suspensions")
      .select("user_id")
      .where("user_id", "=", "spammer")
      .execute(),
  ).toHaveLength(1);
});

test("a person with a second factor also enters a code after Google", async () => {
  const id = await addAccount(site.db, "otto", { googleSub: "sub-otto", passwordHash: null });
  await setRole(site.db, id, "owner", new Date());
  const factor = { user_id: id, secret: "x", since: "x", confirmed_at: "x" };
  await site.db.insertInto("second_factors").values(factor).execute();
  says("otto");
  const visitor = site.newBrowser();
  const answer = await thereAndBack(visitor);
  expect(answer.headers.get("Location")).toMatch(/^\/es\/auth\/code\?token=/u);
  expect(setCookieHeader(answer, "auth_token")).toBeUndefined();
  expect(await visitor.isSignedIn()).toBe(false);
});

// An account with a password and a Google account with the same address (RULES.md 9.7).

/** Goes to Google, is this person there, and comes back. */
async function comesBack(visitor: TestBrowser, name: string, language = "es") {
  google.service.removeAllListeners();
  says(name);
  return thereAndBack(visitor, `/${language}/auth/google?redirectTo=%2F${language}%2Fabout`);
}

test.each(twoLanguages)(
  "linking Google asks once for the password in %s and tells the owner",
  async (code) => {
    const name = `ana-${code}`;
    await addAccount(site.db, name);
    const ana = site.newBrowser();
    const back = await comesBack(ana, name, code);
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
    expect((await comesBack(phone, name, code)).headers.get("Location")).toBe(`/${code}/about`);
    expect((await logIn(site.newBrowser(), name)).status).toBe(303);
  },
);

test("without the pending identity, in another browser or too late, the right password links nothing", async () => {
  await addAccount(site.db, "cora");
  const stranger = site.newBrowser();
  const early = await stranger.post("/es/auth/link", { password });
  expect(early).toBeRefused(410, "es", "people.stepOver");
  expect((await stranger.get("/es/auth/link")).html).toContain(
    translationsOf("es").messages.people.stepOver,
  );
  const cora = site.newBrowser();
  await comesBack(cora, "cora");
  const kept = cora.cookies.get("google_link")!;
  for (const forged of [`${kept}x`, kept.slice(0, -9), "null"]) {
    stranger.cookies.set("google_link", forged);
    expect((await stranger.post("/es/auth/link", { password })).status).toBe(410);
  }
  expect(
    (await cora.post("/es/auth/link", { password }, { Origin: "https://x.example" })).status,
  ).toBe(403);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 + 1 });
  const late = await cora.post("/es/auth/link", { password });
  vi.useRealTimers();
  expect(late.status).toBe(410);
  await suspend(site.db, "cora", { reason: "spam", days: null }, "olga", new Date());
  expect((await cora.post("/es/auth/link", { password })).status).toBe(410);
  expect(await googleSubOf("cora")).toBeNull();
  expect(await subjectsTo(site, "cora")).toEqual([]);
});

test("guesses at the password on the way to Google count as those at sign-in", async () => {
  await addAccount(site.db, "carla");
  const carla = site.newBrowser();
  await comesBack(carla, "carla");
  const guess = async () => (await carla.post("/es/auth/link", { password: "wrong1234" })).status;
  for (let i = 0; i < 10; i++) expect(await guess()).toBe(401);
  expect((await carla.post("/es/auth/link", { password })).status).toBe(429);
  expect((await logIn(site.newBrowser(), "carla")).status).toBe(429);
  expect(await googleSubOf("carla")).toBeNull();
});
