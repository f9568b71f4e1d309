// What third-party scripts learn about private pages, in a real browser (RULES.md 13.7).
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { issueToken } from "#app/domain/accounts/link-tokens.ts";
import { addAccount, emailOf, password } from "../support/accounts.ts";
import { shellOptions } from "../support/chromium.ts";
import { addPerfumeWithDupe } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { translate } from "../support/translations.ts";
import { freshServer } from "./fresh-server.ts";

let server: Awaited<ReturnType<typeof freshServer>>;
let browser: Browser;
let page: Page;
/** every request to another host: address, headers, body */
let told: string[];
let perfume: { path: string; dupe: number };

beforeAll(async () => {
  server = await freshServer({
    ANALYTICS_ID: "G-TEST12345",
    AD_CLIENT: "ca-pub-1234567890123456",
    AD_SLOT: "1234567890",
  });
  perfume = await addPerfumeWithDupe(server.db);
  for (const name of ["ana", "bea"]) await addAccount(server.db, name);
  browser = await chromium.launch(shellOptions);
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Like Google's scripts: reports the address and referrer, now and at each history change. */
const spy = `
  const tell = () => fetch("https://www.google-analytics.com/g/collect?" +
    new URLSearchParams({ dl: location.href, dr: document.referrer }), { mode: "no-cors" });
  for (const name of ["pushState", "replaceState"]) {
    const change = history[name].bind(history);
    history[name] = (...args) => { change(...args); tell(); };
  }
  addEventListener("popstate", tell);
  tell();`;

beforeEach(async () => {
  told = [];
  page = await browser.newPage({ baseURL: server.origin, locale: "es-ES" });
  await page.route(
    ({ origin }) => origin !== server.origin,
    async (route) => {
      const request = route.request();
      told.push(
        [request.url(), ...Object.values(request.headers()), request.postData()].join("\n"),
      );
      const script = /gtag\/js|adsbygoogle\.js/u.test(request.url());
      await route.fulfill({ contentType: "text/javascript", body: script ? spy : "" });
    },
  );
  await page.goto("/es");
  await page.getByRole("button", { name: translate("es", "pages:consent.accept") }).click();
  await toldOf("/es");
});

afterEach(() => page.close());

/** Waits until the third party has received an address of this site. */
const toldOf = (path: string) =>
  eventually(() => {
    const address = new URLSearchParams({ dl: server.origin + path });
    expect(told.some((text) => text.split("\n")[0]!.includes(`?${address}&`))).toBe(true);
  });

/** Hydrates the page, and marks its document, to tell a changed page from a new one. */
async function awake() {
  await page.keyboard.press("Tab");
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.evaluate("window.stayed = true");
}

/** Asserts a new document without third-party scripts. */
async function expectPrivate(path: RegExp) {
  await page.waitForURL(path);
  await page.waitForLoadState();
  const found = await page.evaluate(`({
    stayed: window.stayed ?? false,
    scripts: [...document.scripts].map(({ src }) => src).filter((src) => src && !src.startsWith(location.origin)),
    commands: "gtag" in window || "adsbygoogle" in window,
    slots: document.querySelectorAll("ins").length,
  })`);
  expect(found).toEqual({ stayed: false, scripts: [], commands: false, slots: 0 });
}

async function logIn(name: string, secret: string) {
  await page.getByLabel(translate("es", "auth.email"), { exact: true }).fill(emailOf(name));
  await page.getByLabel(translate("es", "auth.password"), { exact: true }).fill(secret);
  await page.getByRole("button", { name: translate("es", "auth.title"), exact: true }).click();
}

/** The effect of pressing one of the router's links. */
const navigate = (to: string) =>
  page.evaluate((address) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): void };
    };
    router.navigate(address);
  }, to);

test("the reset token leaks neither on the way to the form, nor from it, nor on the way back", async () => {
  const token = await issueToken(server.db, "ana", "reset", new Date());
  await awake();
  await navigate(`/es/auth/reset?token=${token}`);
  await expectPrivate(/\/auth\/reset\?token=/u);
  await awake();
  await page.getByLabel(translate("es", "auth.newPassword"), { exact: true }).fill("patchouli123");
  await page.getByRole("button", { name: translate("es", "auth.savePassword") }).click();
  await page.waitForURL(/\/es\/auth$/u);
  told.splice(0);
  await logIn("ana", "patchouli123");
  // Home loads them again, in a new document.
  await page.getByRole("status").waitFor();
  await toldOf("/es");
  expect(told.join("\n")).not.toContain(token);
  expect(told.join("\n")).not.toMatch(/auth/u);
});

test("a link to sign in opens a new document, and one between public pages does not", async () => {
  await awake();
  await navigate("/es/contact");
  await page.waitForURL(/contact$/u);
  await toldOf("/es/contact");
  expect(await page.evaluate("window.stayed")).toBe(true);
  await page.getByRole("link", { name: translate("es", "nav.login"), exact: true }).click();
  await expectPrivate(/\/es\/auth$/u);
  await page.goBack();
  await page.waitForURL(/contact$/u);
  await page.goForward();
  await expectPrivate(/\/es\/auth$/u);
  expect(told.join("\n")).not.toMatch(/auth/u);
});

test("sign-in returns to the same place, where third parties load again", async () => {
  const place = `/es${perfume.path}#dupe-${perfume.dupe}`;
  await awake();
  await navigate(`/es/auth?${new URLSearchParams({ redirectTo: place })}`);
  await expectPrivate(/redirectTo/u);
  await awake();
  await logIn("bea", password);
  await page.waitForURL(server.origin + place);
  await toldOf(place);
  expect(await page.locator("ins").count()).toBe(1);
  expect(told.join("\n")).not.toMatch(/auth/u);
});

test("a review sent without a session opens a new document, and its draft token is not leaked", async () => {
  await page.goto(`/es${perfume.path}?reviews=${perfume.dupe}`);
  await awake();
  await page.locator("textarea[name=description]").fill("Se parece mucho.");
  await page.getByRole("button", { name: translate("es", "reviews.publish") }).click();
  await expectPrivate(/\/es\/auth\?redirectTo=/u);
  const draft = /draft(?:=|%3D)([\w-]+)/u.exec(page.url())![1]!;
  await page.goto(`/es${perfume.path}?reviews=${perfume.dupe}&draft=${draft}`);
  await expectPrivate(/draft=/u);
  expect(told.join("\n")).not.toContain(draft);
});

test("shelf contents are not passed to third parties", async () => {
  await page.goto(`/es${perfume.path}`);
  await awake();
  await page.locator(`#dupe-${perfume.dupe} .keep`).click();
  await page.getByRole("status").first().waitFor();
  told.splice(0);
  await page.getByRole("contentinfo").locator("a[href='/es/shelf']").click();
  await expectPrivate(/\/es\/shelf$/u);
  await page.goBack();
  await page.waitForURL(({ pathname }) => pathname === `/es${perfume.path}`);
  await page.goForward();
  await expectPrivate(/\/es\/shelf$/u);
  expect(told.join("\n")).not.toMatch(/shelf/u);
});
