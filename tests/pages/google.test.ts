import { Events, type MutableResponse, OAuth2Server } from "oauth2-mock-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addAccount, logIn, noticeOf, said, setCookie } from "../support/accounts.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import type { TestVisitor } from "../support/visitor.ts";

const google = new OAuth2Server();
let site: TestSite;

beforeAll(async () => {
  await google.issuer.keys.generate("RS256");
  await google.start(0, "127.0.0.1");
  const at = (path: string) => `http://127.0.0.1:${google.address().port}${path}`;
  site = await openSite({
    // Where emails are sent, an active account has proven its address.
    SMTP_URL: "smtp://127.0.0.1:1",
    GOOGLE_CLIENT_ID: "the-client",
    GOOGLE_CLIENT_SECRET: "the-secret",
    GOOGLE_AUTHORIZATION_URL: at("/authorize"),
    GOOGLE_TOKEN_URL: at("/token"),
    GOOGLE_USERINFO_URL: at("/userinfo"),
  });
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

/** What the stand-in says of whoever signs in there. */
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

/** Follows the button to Google. @returns path and query of the way back */
async function toGoogle(visitor: TestVisitor, path = "/es/auth/google"): Promise<string> {
  const away = await visitor.get(path);
  expect(away.status).toBe(302);
  const back = await fetch(away.headers.get("Location")!, { redirect: "manual" });
  const { pathname, search, origin } = new URL(back.headers.get("Location")!);
  expect(origin).toBe(site.origin);
  return pathname + search;
}

const thereAndBack = async (visitor: TestVisitor, path?: string) =>
  visitor.get(await toGoogle(visitor, path));

const googleSubOf = async (userId: string) =>
  (
    await site.db
      .selectFrom("accounts")
      .select("google_sub")
      .where("user_id", "=", userId)
      .executeTakeFirst()
  )?.google_sub;

/** Nobody was signed in. @returns what the home page says of it */
async function failureOf(visitor: TestVisitor, answer: Page, lang = "es") {
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/${lang}`]);
  expect(setCookie(answer, "auth_token")).toBeUndefined();
  expect([...visitor.cookies.keys()].filter((name) => name.startsWith("google_"))).toEqual([]);
  const home = await visitor.follow(answer);
  expect(await visitor.isSignedIn()).toBe(false);
  return noticeOf(home, "alert");
}

test("somebody new is let in, chooses a username and goes on", async () => {
  says("ana");
  const ana = site.visitor();
  expect((await ana.get("/de/auth")).html).toContain('href="/de/auth/google"');
  const answer = await thereAndBack(ana, "/de/auth/google?redirectTo=%2Fde%2Fabout");
  expect(answer.headers.get("Location")).toBe("/de/set-username?redirectTo=%2Fde%2Fabout");
  expect(setCookie(answer, "auth_token")).toMatch(/; HttpOnly; SameSite=Lax$/);
  expect([...ana.cookies.keys()]).toEqual(["auth_token"]);
  expect((await ana.get("/auth-callback")).headers.get("Location")).toMatch(/set-username$/);
  await ana.post("/de/set-username", { nombre_usuario: "ana", redirectTo: "/de/about" });

  const phone = site.visitor();
  const again = await thereAndBack(phone, "/de/auth/google?redirectTo=%2Fde%2Fabout");
  expect(again.headers.get("Location")).toBe("/de/about");
  expect(noticeOf(await phone.follow(again))).toBe(said("de", "auth.welcomeBack"));
  expect((await phone.get("/it/auth-callback")).headers.get("Location")).toBe("/it");
});

test("a verified address leads to the account that has it", async () => {
  await addAccount(site.db, "bea");
  says("bea", { email: "BEA@example.org" });
  const bea = site.visitor();
  expect((await thereAndBack(bea)).headers.get("Location")).toBe("/es");
  expect(await googleSubOf("bea")).toBe("sub-bea");
  expect((await logIn(site.visitor(), "bea")).status).toBe(303);
});

test("an account that somebody made with another's address and never confirmed is worth nothing to them", async () => {
  await addAccount(site.db, "carla", { confirmed: false });
  says("carla");
  const carla = site.visitor();
  expect((await thereAndBack(carla)).headers.get("Location")).toMatch(/set-username/);
  expect((await logIn(site.visitor(), "carla")).status).toBe(401);
});

test("an address that Google has not verified opens nothing", async () => {
  await addAccount(site.db, "dora");
  for (const email_verified of [false, "false", undefined, 1]) {
    google.service.removeAllListeners();
    says("dora", { email_verified });
    const thief = site.visitor();
    expect(await failureOf(thief, await thereAndBack(thief))).toBe(
      said("es", "auth.googleUnverified"),
    );
  }
  expect(await googleSubOf("dora")).toBeNull();
});

test("an address that went to another person at Google opens nothing", async () => {
  await addAccount(site.db, "eva", { googleSub: "sub-of-another" });
  says("eva");
  const thief = site.visitor();
  expect(await failureOf(thief, await thereAndBack(thief))).toBe(said("es", "auth.googleTaken"));
});

test("who changes their mind at Google is told so, in their language", async () => {
  const flo = site.visitor();
  const back = await toGoogle(flo, "/pt/auth/google");
  const state = new URLSearchParams(back.split("?")[1]).get("state")!;
  const answer = await flo.get(`/auth-callback?error=access_denied&state=${state}`);
  expect(await failureOf(flo, answer, "pt")).toBe(said("pt", "auth.googleRefused"));
});

test("a state that is forged, missing or another's opens nothing", async () => {
  says("gina");
  const thief = site.visitor();
  const planted = await toGoogle(thief);
  // The thief's way back, opened by somebody else: they would be in the thief's account.
  const victim = site.visitor();
  expect(await failureOf(victim, await victim.get(planted))).toBe(said("es", "auth.googleFailed"));
  for (const change of [
    (query: URLSearchParams) => query.set("state", "forged"),
    (query: URLSearchParams) => query.delete("state"),
    (query: URLSearchParams) => query.set("code", "forged"),
    (query: URLSearchParams) => query.delete("code"),
  ]) {
    const visitor = site.visitor();
    const query = new URLSearchParams((await toGoogle(visitor)).split("?")[1]);
    change(query);
    expect(await failureOf(visitor, await visitor.get(`/auth-callback?${query}`))).toBe(
      said("es", "auth.googleFailed"),
    );
  }
});

test("the way back is good once", async () => {
  says("hilda");
  const hilda = site.visitor();
  const back = await toGoogle(hilda);
  await hilda.get(back);
  await hilda.post("/logout", {});
  hilda.cookies.clear();
  expect(await failureOf(hilda, await hilda.get(back))).toBe(said("es", "auth.googleFailed"));
});

test("Google out of order is a message, and the button is still there", async () => {
  google.service.on(Events.BeforeUserinfo, (answer: MutableResponse) => {
    answer.statusCode = 500;
  });
  const ida = site.visitor();
  expect(await failureOf(ida, await thereAndBack(ida))).toBe(said("es", "auth.googleFailed"));
  expect((await ida.get("/es/auth")).html).toContain("/es/auth/google");
});

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "/es/auth",
  "/logout",
])("nobody is led away by %j", async (redirectTo) => {
  says("bea");
  const bea = site.visitor();
  const query = new URLSearchParams({ redirectTo });
  const answer = await thereAndBack(bea, `/es/auth/google?${query}`);
  const url = new URL(answer.headers.get("Location")!, site.origin);
  expect([url.origin, url.pathname]).toEqual([
    site.origin,
    expect.not.stringMatching(/auth|logout/),
  ]);
});

test("browsers that fetch ahead leave the button alone: each fetch begins an attempt", async () => {
  const page = await site.get("/es/auth");
  expect(page.dom.querySelector("a[href='/es/auth/google']")?.getAttribute("rel")).toBe("nofollow");
  const rules = JSON.parse(page.dom.querySelector("script[type=speculationrules]")!.textContent);
  expect(rules.prefetch[0].where.and).toContainEqual({
    not: { selector_matches: "[rel~=nofollow],[download]" },
  });
});

test("whatever host is asked for, Google is told the site's own", async () => {
  const away = await site.get("/es/auth/google", {
    Host: "evil.example",
    "X-Forwarded-Host": "evil.example",
  });
  const url = new URL(away.headers.get("Location")!);
  expect(url.searchParams.get("redirect_uri")).toBe(`${site.origin}/auth-callback`);
  expect(url.searchParams.get("code_challenge_method")).toBe("S256");
});

test("a session from before does not live on under another name", async () => {
  await addAccount(site.db, "jana");
  const shared = site.visitor();
  await logIn(shared, "jana");
  const before = shared.cookies.get("auth_token")!;
  says("bea");
  await thereAndBack(shared);
  expect(shared.cookies.get("auth_token")).not.toBe(before);
  shared.cookies.set("auth_token", before);
  expect(await shared.isSignedIn()).toBe(false);
});

test("who never had a password and signed in just now may delete the account; later they sign in again first", async () => {
  await addAccount(site.db, "kim", { hash: null, googleSub: "sub-kim" });
  says("kim");
  const kim = site.visitor();
  await kim.follow(await thereAndBack(kim));
  const session = () => site.db.updateTable("sessions").where("user_id", "=", "kim");
  const at = (ms: number) => new Date(Date.now() - ms).toISOString();
  await session()
    .set({ created_at: at(11 * 60_000) })
    .execute();
  const late = await kim.post("/es/profile", { intent: "delete-account" });
  expect([late.status, late.html]).toEqual([
    401,
    expect.stringContaining(said("es", "profile.signInFresh")),
  ]);
  await session()
    .set({ created_at: at(60_000) })
    .execute();
  expect((await kim.post("/es/profile", { intent: "delete-account" })).status).toBe(303);
  expect(await googleSubOf("kim")).toBeUndefined();
});
