import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openSite, type Page } from "../support/site.ts";
import { resetPassword } from "#app/domain/accounts/email-links.ts";
import { issueToken } from "#app/domain/accounts/link-tokens.ts";
import { addAccount, emailOf, password } from "../support/accounts.ts";
import { setCookieHeader } from "../support/browser.ts";
import { fieldValue, noticeIn } from "../support/form-page.ts";
import { signedIn, logIn } from "../support/sign-in.ts";
import { translate, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";
import { eventually } from "../support/eventually.ts";

const site = await openSite();
afterAll(() => site.close());

beforeAll(async () => {
  for (const name of ["ana", "bea", "carla", "dora"]) await addAccount(site.db, name);
});

test("signing in creates an HttpOnly session, and shows a welcome once", async () => {
  const ana = site.newBrowser();
  const answer = await logIn(ana, "ana", {}, "de");
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/de"]);
  expect(setCookieHeader(answer, "auth_token")).toMatch(
    /^auth_token=[^;]{40,}; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(await ana.follow(answer)).toShow("de", "auth.welcomeBack");
  const next = await ana.get("/de");
  expect([next.status, noticeIn(next)]).toEqual([200, null]);
  const stored = await site.db.selectFrom("sessions").selectAll().execute();
  expect(stored).toContainEqual(expect.objectContaining({ user_id: "ana" }));
  expect(JSON.stringify(stored)).not.toContain(ana.cookies.get("auth_token")!.split(".")[0]);
});

test("with the tick a session lasts 30 days from its last use, without it it ends with the browser (RULES.md 9.5)", async () => {
  const { dom } = await site.get("/es/auth");
  const tick = dom.querySelector("form.label input[name=stay]")!;
  expect([tick.getAttribute("type"), tick.hasAttribute("checked")]).toEqual(["checkbox", false]);
  await addAccount(site.db, "stays");
  for (const [fields, lifetime] of [
    [{}, undefined],
    [{ stay: "on" }, "Max-Age=2592000"],
  ] as const) {
    const browser = site.newBrowser();
    const answer = await logIn(browser, "stays", fields);
    const lifetimeOf = (page: Page) =>
      /Max-Age=\d+/u.exec(setCookieHeader(page, "auth_token") ?? "")?.[0];
    expect(lifetimeOf(answer)).toBe(lifetime);
    const next = await browser.get("/es/profile");
    expect(setCookieHeader(next, "auth_token")).toBeUndefined();
    const token = browser.cookies.get("auth_token");
    await site.db
      .updateTable("sessions")
      .set({ seen_at: new Date(Date.now() - 13 * 24 * 60 * 60 * 1000).toISOString() })
      .where("user_id", "=", "stays")
      .execute();
    const later = await browser.get("/es/profile");
    expect([later.status, lifetimeOf(later)]).toEqual([200, lifetime]);
    expect(browser.cookies.get("auth_token")).toBe(token);
    await browser.post("/logout", {});
    expect(browser.cookies.has("auth_token")).toBe(false);
  }
});

test("a refused sign-in keeps the tick", async () => {
  const page = await logIn(site.newBrowser(), "ana", { password: "wrong1234", stay: "on" });
  expect(page.dom.querySelector("input[name=stay]")!.hasAttribute("checked")).toBe(true);
});

test.each(twoLanguages)(
  "a wrong password and an unknown address get the same answer in %s",
  async (language) => {
    const known = await logIn(site.newBrowser(), "ana", { password: "wrong1234" }, language);
    const unknown = await logIn(site.newBrowser(), "nobody", { password: "wrong1234" }, language);
    expect(known).toBeRefused(401, language, "auth.wrongCredentials");
    expect(fieldValue(known, "email")).toBe("ana@example.org");
    expect(known.html).not.toContain("wrong1234");
    expect(withoutName(known)).toEqual(withoutName(unknown));
  },
);

/** A response without the address that was typed. */
const withoutName = ({ status, html, headers }: Page) => ({
  status,
  html: html.replaceAll(/ana@|nobody@/g, "@"),
  // The ETag, the hash of the script with the typed text, and the request id differ.
  headers: [...headers]
    .filter(([name]) => name !== "etag" && name !== "x-request-id")
    .map(([name, value]) => [name, value.replaceAll(/'sha256-[^']+'/g, "")]),
});

test.each(twoLanguages)("both fields are required, in %s", async (language) => {
  const page = await site.newBrowser().post(`/${language}/auth`, { intent: "login" });
  expect(page).toBeRefused(422, language, "auth.fillIn", { fields: ["email", "password"] });
});

test("an email address is compared without regard to capitals and spaces around it", async () => {
  const answer = await logIn(site.newBrowser(), "ana", { email: "  ANA@Example.ORG " });
  expect(answer.status).toBe(303);
});

test("an account without a password accepts none", async () => {
  await addAccount(site.db, "googler", { passwordHash: null, googleSub: "g1" });
  for (const guess of ["null", "undefined", "a".repeat(80)])
    expect((await logIn(site.newBrowser(), "googler", { password: guess })).status).toBe(401);
});

test.each(["//evil.example", "/\\evil.example", "/logout"])(
  "redirectTo never leads to another site or back to an account page: %j",
  async (redirectTo) => {
    const ana = site.newBrowser();
    expect((await logIn(ana, "ana", { redirectTo })).headers.get("Location")).toBe("/es");
    // Nor for a signed-in person who opens the page.
    const on = await ana.get(`/es/auth?${new URLSearchParams({ redirectTo })}`);
    expect(on.headers.get("Location")).toBe("/es");
    const out = await ana.post("/logout", { redirectTo });
    expect(new URL(out.headers.get("Location")!, site.origin).origin).toBe(site.origin);
  },
);

test("after signing in a person gets where they wanted to go, in the page's language", async () => {
  const form = await site.get("/it/auth?redirectTo=%2Fes%2Fprofile%3Fx%3D1");
  expect(fieldValue(form, "redirectTo")).toBe("/es/profile?x=1");
  const answer = await logIn(site.newBrowser(), "ana", { redirectTo: "/es/profile?x=1" }, "it");
  expect(answer.headers.get("Location")).toBe("/it/profile?x=1");
});

test("every sign-in creates a new token, and a token set beforehand never becomes valid", async () => {
  const planted = "planted-by-an-attacker";
  const ana = site.newBrowser();
  ana.cookies.set("auth_token", planted);
  await logIn(ana, "ana");
  const first = ana.cookies.get("auth_token")!;
  expect(first).not.toBe(planted);
  await logIn(ana, "ana");
  const second = ana.cookies.get("auth_token")!;
  expect(second).not.toBe(first);
  // A browser has only one session.
  expect(await ana.isSignedIn()).toBe(true);
  ana.cookies.set("auth_token", first);
  expect(await ana.isSignedIn()).toBe(false);
});

test("a token without a valid signature signs nobody in and is deleted", async () => {
  const ana = await signedIn(site, "signer");
  const token = ana.cookies.get("auth_token")!;
  for (const forged of [token.split(".")[0]!, `${token}x`, "", "null", "%00"]) {
    const stranger = site.newBrowser();
    stranger.cookies.set("auth_token", forged);
    const page = await stranger.get("/es/about");
    expect(setCookieHeader(page, "auth_token")).toContain("Max-Age=0");
    expect(page.html).toContain(translate("es", "nav.login"));
    expect(page.html).not.toContain(translate("es", "nav.logout"));
  }
});

test("signing out ends the session on the server, too", async () => {
  const eva = await signedIn(site, "eva");
  const token = eva.cookies.get("auth_token")!;
  const answer = await eva.post("/logout", { redirectTo: "/pt" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/pt"]);
  expect(setCookieHeader(answer, "auth_token")).toContain("Max-Age=0");
  expect(await eva.follow(answer)).toShow("pt", "auth.signedOut");
  eva.cookies.set("auth_token", token);
  expect(await eva.isSignedIn()).toBe(false);
});

test("signing out clears the browser's cache and nothing else of the site (RULES.md 9.5)", async () => {
  for (const [name, path, fields] of [
    ["out1", "/logout", { redirectTo: "/de" }],
    ["out2", "/de/profile", { intent: "sign-out-everywhere" }],
    ["out3", "/de/profile", { intent: "delete-account", password }],
  ] as const) {
    const browser = await signedIn(site, name);
    browser.cookies.set("language_preference", "de");
    const out = await browser.post(path, fields);
    expect([out.status, out.headers.get("Location")]).toEqual([303, "/de"]);
    expect(out.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect([...browser.cookies.keys()]).toEqual(["language_preference", "flash"]);
    const page = await browser.follow(out);
    expect([page.status, page.headers.get("Clear-Site-Data")]).toEqual([200, null]);
    expect(noticeIn(page)).not.toBeNull();
  }
});

test("opening /logout as a link signs nobody out", async () => {
  const flo = await signedIn(site, "flo");
  for (const method of ["GET", "HEAD"])
    expect((await flo.request("/logout", { method })).status).toBe(302);
  expect(await flo.isSignedIn()).toBe(true);
});

test("signing out everywhere ends every session of the person and nobody else's", async () => {
  const here = await signedIn(site, "gina");
  const there = site.newBrowser();
  await logIn(there, "gina");
  const other = await signedIn(site, "helga");
  const answer = await here.post("/es/profile", { intent: "sign-out-everywhere" });
  expect(await here.follow(answer)).toShow("es", "auth.signedOutEverywhere");
  expect([await here.isSignedIn(), await there.isSignedIn(), await other.isSignedIn()]).toEqual([
    false,
    false,
    true,
  ]);
});

test("a password changed during its comparison creates no session", async () => {
  // A hash of the real cost, so that the comparison takes long enough.
  await addAccount(site.db, "jana", {
    passwordHash: "$2b$12$XKiLJAvft..1NkA1L3thZusEEI2jH7smoiy43lwS63h1pQZz1diFq",
  });
  const jana = site.newBrowser();
  const compare = vi.spyOn(site.services.passwords, "check");
  const answer = logIn(jana, "jana");
  await eventually(() => expect(compare).toHaveBeenCalled());
  await site.db
    .updateTable("accounts")
    .set({ password_hash: null })
    .where("user_id", "=", "jana")
    .execute();
  expect(await answer).toBeRefused(401, "es", "auth.wrongCredentials");
  expect(await jana.isSignedIn()).toBe(false);
});

test("a password reset while the session of a sign-in begins leaves no session (RULES.md 9.4)", async () => {
  const ana = site.newBrowser();
  await addAccount(site.db, "hurried");
  ana.cookies.set("shelf", "any");
  vi.spyOn(site.services.cookies.shelf, "parse").mockImplementationOnce(async () => {
    const token = await issueToken(site.db, "hurried", "reset", new Date());
    const target = { origin: site.origin, language: "es" } as const;
    await resetPassword(site.db, token, "another hash", target, new Date());
    return null;
  });
  expect((await logIn(ana, "hurried")).status).toBe(401);
  expect(await ana.isSignedIn()).toBe(false);
});

test("a signed-in person's pages are neither cached nor served from the cache", async () => {
  await site.get("/es/about");
  const kim = await signedIn(site, "kim");
  for (const path of [
    "/es/about",
    "/es",
    "/es/profile",
    "/es/nowhere",
    "/es/about.data",
    "/profile/data",
  ]) {
    const page = await kim.get(path);
    expect([path, page.headers.get("Cache-Control")]).toEqual([path, "private, no-store"]);
  }
  expect((await kim.get("/es/about")).html).toContain(translate("es", "nav.logout"));
  expect((await site.get("/es/about")).html).not.toContain(translate("es", "nav.logout"));
  expect((await kim.get("/en/blog")).html).toContain(translate("en", "nav.logout"));
  expect((await site.get("/en/blog")).html).not.toContain(translate("en", "nav.logout"));
});

const crossSite: [what: string, headers: Record<string, string>][] = [
  ["another origin", { Origin: "https://evil.example" }],
  ["no origin to speak of", { Origin: "null" }],
  ["the same name without its port", { Origin: "http://sosia.test:8080" }],
  ["another protocol", { Origin: "https://sosia.test" }],
  ["Sec-Fetch-Site: cross-site", { "Sec-Fetch-Site": "cross-site" }],
  ["Sec-Fetch-Site: same-site", { "Sec-Fetch-Site": "same-site" }],
  [
    "another origin that says it is ours",
    { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
  ],
  ["no origin, by nobody's page", { Origin: "null", "Sec-Fetch-Site": "none" }],
  [
    "a forged host",
    { Origin: "https://evil.example", Host: "evil.example", "X-Forwarded-Host": "evil.example" },
  ],
];

test("a script that sends no origin can post, but not with anybody's session", async () => {
  const lea = await signedIn(site, "lea_script");
  const body = "lang=de&path=%2F";
  const form = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
  };
  const post = (headers: Record<string, string>) =>
    site.request("/language", { method: "POST", body, headers: { ...form, ...headers } });
  const { name } = site.services.cookies.session;
  const Cookie = `${name}=${lea.cookies.get(name)}`;
  expect((await post({})).status).toBe(303);
  expect((await post({ Cookie })).status).toBe(403);
  expect((await post({ Cookie: `${name}=over` })).status).toBe(403);
  expect((await post({ Cookie, Origin: site.origin })).status).toBe(303);
  expect((await post({ Cookie, "Sec-Fetch-Site": "same-origin" })).status).toBe(303);
});

test.each(crossSite)("forms posted from %s are refused", async (_, headers) => {
  const lea = site.newBrowser();
  const login = { intent: "login", email: emailOf("dora"), password };
  expect((await lea.post("/es/auth", login, headers)).status).toBe(403);
  await logIn(lea, "dora");
  await lea.get("/es");
  const posts: [string, Record<string, string>][] = [
    ["/logout", {}],
    ["/language", { lang: "de", path: "/" }],
    ["/es/profile", { intent: "delete-account", password }],
    ["/es/profile", { intent: "sign-out-everywhere" }],
    ["/es/profile.data", { intent: "sign-out-everywhere" }],
    ["/es/set-username", { nombre_usuario: "another" }],
    ["/es/auth/forgot", { email: "dora@example.org" }],
    ["/es/auth/confirm", { email: "dora@example.org" }],
    ["/es/perfume/x-1", { intent: "vote", dupe_id: "1", voto: "1" }],
    ["/es/perfume/x-1.data", { intent: "vote", dupe_id: "1", voto: "1" }],
    ["/es/perfume/x-1", { intent: "report-review", review_id: "1", reason: "spam" }],
    ["/es/notice", { goodFaith: "on" }],
    ["/es/shelf", { intent: "weekly-email", weekly: "on" }],
    ["/consent", { choice: "accept", path: "/es" }],
  ];
  for (const [path, fields] of posts) {
    const answer = await lea.post(path, fields, headers);
    expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 403, []]);
  }
  expect(await lea.isSignedIn()).toBe(true);
});

test("the same rule applies to other methods than POST", async () => {
  const mia = await signedIn(site, "mia");
  const headers = { Origin: "https://evil.example", "Content-Length": "0" };
  for (const method of ["PUT", "PATCH", "DELETE"])
    for (const path of ["/logout", "/es/profile", "/es/auth"])
      expect((await mia.request(path, { method, headers })).status).toBe(403);
  expect(await mia.isSignedIn()).toBe(true);
});

test("responses to the router's data requests are private to the person", async () => {
  const page = await site.request("/es/profile.data");
  expect(page.status).toBe(202);
  expect(page.html).not.toContain("@example.org");
  const mine = await (await signedIn(site, "nora")).get("/es/profile.data");
  expect(mine.html).toContain("nora@example.org");
  expect(mine.html).not.toMatch(/\$2[aby]\$/);
});

test("the sign-in page redirects people who are already signed in", async () => {
  const olga = await signedIn(site, "olga");
  const answer = await olga.get("/fr/auth?redirectTo=%2Fprofile");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/fr/profile"]);
});

test("where Google is not set up, its address says so and keeps the way back", async () => {
  const visitor = site.newBrowser();
  const answer = await visitor.get("/es/auth/google?redirectTo=%2Fes%2Fshelf");
  expect(answer.headers.get("Location")).toBe("/es/auth?redirectTo=%2Fes%2Fshelf");
  expect(await visitor.follow(answer)).toShow("es", "auth.googleOff", { role: "alert" });
});
