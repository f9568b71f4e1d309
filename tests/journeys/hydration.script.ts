import type { Page } from "@playwright/test";
import { expect, holdBack, hydrated, test } from "./steps.ts";

const scripts = (page: Page) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\.js$|\.data|\/api\//.test(new URL(request.url()).pathname)) asked.push(request.url());
  });
  return asked;
};

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("no script is fetched before the person acts, nor for a menu; then the page hydrates", async ({
  page,
}) => {
  const asked = scripts(page);
  await page.goto("/es/perfume/creed-aventus-3");
  await page.waitForLoadState("networkidle");
  await page.locator("header details:not(.narrow) summary").tap();
  await page.getByRole("button", { name: "Deutsch" }).tap();
  await page.waitForURL("**/de/perfume/creed-aventus-3");
  expect(asked).toEqual([]);
  await page.locator("header input[name=q]").focus();
  await hydrated(page);
  expect(asked.length).toBeGreaterThan(0);
});

test("on 2G and with Save-Data scripts never start, and a heart works without them", async ({
  page,
}) => {
  const asked = scripts(page);
  await page.addInitScript(() => {
    const connection = location.hash ? { saveData: true } : { effectiveType: "2g" };
    Object.defineProperty(navigator, "connection", { value: connection });
  });
  for (const hash of ["", "#explore"]) {
    await page.goto(`/es/perfume/creed-aventus-3${hash}`);
    const heart = page.locator(".dupe .keep").nth(hash ? 1 : 0);
    await heart.tap();
    await page.waitForURL(/#dupe-\d+$/u);
    await expect(heart).toHaveAttribute("aria-pressed", "true");
  }
  expect(asked).toEqual([]);
});

test("a page links its manifest only once hydrated, and is then installable", async ({ page }) => {
  const manifest = page.locator("head link[rel=manifest]");
  for (const path of ["/es", "/de/contact"]) {
    await page.goto(path);
    await expect(manifest).toHaveCount(0);
    await page.keyboard.press("Tab");
    await expect(manifest).toHaveAttribute("href", "/manifest.webmanifest");
    const { url, errors } = await manifestOf(page);
    expect([new URL(url).pathname, errors]).toEqual(["/manifest.webmanifest", []]);
  }
});

/** @returns the manifest that Chromium itself finds for the page, and its errors */
async function manifestOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  return session.send("Page.getAppManifest");
}

test.describe("for a reader in another time zone", () => {
  test.use({ timezoneId: "Pacific/Auckland", locale: "en-NZ" });

  test("every kind of page hydrates without console messages", async ({ page, complaints }) => {
    for (const path of [
      "/de",
      "/de?q=dior",
      "/de/perfume/creed-aventus-3",
      "/de/contact",
      "/de/auth",
      "/de/auth?mode=signup",
      "/de/auth/forgot",
      "/de/auth/confirm",
      "/de/auth/confirm?token=x",
      "/de/auth/reset?token=x",
      "/de/nowhere",
      "/nowhere",
      "/de/perfume/nothing-999999",
    ]) {
      await page.goto(path);
      await page.keyboard.press("Tab");
      await hydrated(page);
    }
    const own = complaints.filter((complaint) => !complaint.includes("status of 404"));
    complaints.splice(0, complaints.length, ...own);
  });
});

test("links between pages load documents, with and without scripts, and fetch no script", async ({
  page,
}) => {
  await page.goto("/es");
  await page.keyboard.press("Tab");
  await hydrated(page);
  await page.evaluate("window.stayed = true");
  await page.locator(".grid a").first().tap();
  await expect(page.locator(".dupe").first()).toBeVisible();
  const asked = scripts(page);
  await page.locator(".dupe h3 a").first().tap();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("huele como");
  await page.waitForLoadState("networkidle");
  expect([await page.evaluate("window.stayed"), asked]).toEqual([undefined, []]);
});

test("the search box lists perfumes while typing and works by keyboard", async ({ page }) => {
  await page.goto("/es");
  const box = page.getByRole("main").getByRole("combobox");
  await box.click();
  await box.pressSequentially("avent", { delay: 20 });
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options.first()).toContainText("Aventus");
  await expect(box).toHaveAttribute("aria-expanded", "true");
  expect(await options.count()).toBeLessThanOrEqual(10);
  await box.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute(
    "aria-activedescendant",
    (await options.first().getAttribute("id"))!,
  );
  await box.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(box).toHaveValue("avent");
  await box.pressSequentially("u");
  await expect(options.first()).toContainText("Aventus");
  await page.getByRole("heading").first().click();
  await expect(options).toHaveCount(0);
  await box.press("End");
  await box.press("s");
  await expect(options.first()).toBeVisible();
  await box.press("ArrowDown");
  await box.press("Enter");
  await page.waitForURL("**/es/perfume/creed-aventus-*");
});

test("one character sends no request, and the list waits for a pause in typing", async ({
  page,
}) => {
  const asked = scripts(page);
  const searches = () => asked.filter((url) => url.includes("/api/"));
  await page.clock.install();
  await page.goto("/es");
  const box = page.getByRole("main").getByRole("combobox");
  await box.focus();
  await hydrated(page);
  // The page's clock advances only when told to.
  await page.clock.pauseAt(Date.now() + 60_000);
  await box.pressSequentially("a");
  await page.clock.runFor(1000);
  expect(searches()).toEqual([]);
  await box.pressSequentially("ventus");
  await page.clock.runFor(299);
  expect(searches()).toEqual([]);
  await page.clock.runFor(2);
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(searches()).toHaveLength(1);
});

test("the film loads by itself on wide screens only, unless motion is reduced, and on phones when its still is pressed", async ({
  browser,
  baseURL,
}) => {
  for (const [colorScheme, width, reducedMotion, cut] of [
    ["light", 390, "no-preference", "/hero"],
    ["light", 1280, "reduce", "/hero"],
    ["light", 1280, "no-preference", "/hero"],
    ["dark", 1280, "no-preference", "/hero-dark"],
  ] as const) {
    const viewport = { width, height: 800 };
    const page = await browser.newPage({ baseURL, viewport, reducedMotion, colorScheme });
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/hero")) asked.push(pathname);
    });
    await page.goto("/es");
    await page.locator(".film").scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    await expect(page.locator(".film img")).toBeVisible();
    const isStill = width === 390 || reducedMotion === "reduce";
    const expected = [`${cut}.webp`, ...(isStill ? [] : [`${cut}.webm`])];
    expect([colorScheme, width, asked.toSorted()]).toEqual([
      colorScheme,
      width,
      expected.toSorted(),
    ]);
    if (width === 390) {
      const film = page.locator(".film .narrow");
      await page.locator(".film").click({ position: { x: 12, y: 12 } });
      const state = () =>
        film.evaluate(({ paused, muted, loop }: HTMLVideoElement) => ({ paused, muted, loop }));
      await expect.poll(state).toEqual({ paused: false, muted: true, loop: true });
      expect(asked[1]).toBe(`${cut}.webm`);
      await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
    }
    await page.close();
  }
});

test("hydrating does not scroll the page", async ({ page }) => {
  await page.goto("/es");
  await page.keyboard.press("Tab");
  await hydrated(page);
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(1000);
  await page.reload();
  await page.evaluate("scrollTo({ top: 300, behavior: 'instant' })");
  await page.getByRole("main").getByRole("combobox").focus({ timeout: 5000 });
  const before = await page.evaluate<number>("scrollY");
  await hydrated(page);
  // The router scrolls before the next frame.
  await page.evaluate(
    "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
  );
  expect(await page.evaluate("scrollY")).toBe(before);
});

test("a tap on a link while the scripts are on their way follows the link once", async ({
  page,
}) => {
  const letScriptsGo = await holdBack(page, "**/assets/**");
  await page.goto("/es");
  await page.evaluate("window.stayed = true");
  let moves = 0;
  page.on("framenavigated", () => moves++);
  const link = page.locator(".grid a").first();
  const path = (await link.getAttribute("href"))!;
  await page.keyboard.press("Tab");
  await link.tap();
  await page.waitForURL(`**${path}`);
  await expect(page.locator(".dupe").first()).toBeVisible();
  letScriptsGo();
  await page.waitForLoadState("networkidle");
  expect([moves, await page.evaluate("window.stayed")]).toEqual([1, undefined]);
  expect(new URL(page.url()).pathname).toBe(path);
});

test("the first press of a heart waits for the scripts, and the page stays where it is", async ({
  page,
}) => {
  const letScriptsGo = await holdBack(page, "**/assets/**");
  await page.goto("/es/perfume/creed-aventus-3");
  await page.evaluate("window.stayed = true");
  const heart = page.locator(".dupe .keep").nth(3);
  await heart.scrollIntoViewIfNeeded();
  const before = await page.evaluate("scrollY");
  await heart.tap();
  // Shown before any script has arrived.
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  letScriptsGo();
  await expect(page.getByRole("status")).toContainText("tus perfumes");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  expect(await page.evaluate("[window.stayed, scrollY]")).toEqual([true, before]);
});

test("text typed before the page has hydrated is not lost", async ({ page }) => {
  const letScriptsGo = await holdBack(page, "**/assets/**");
  await page.goto("/en");
  await page.getByRole("main").getByRole("combobox").pressSequentially("aventus");
  letScriptsGo();
  await expect(page.getByRole("main").getByRole("combobox")).toHaveValue("aventus");
  await expect(page.getByRole("option").first()).toContainText("Aventus");
});

test("share and heart are side by side at 320 and 1920 px, and share shares before the page hydrates", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: ({ url }: { url: string }) => {
        document.body.dataset.shared = url;
        return Promise.resolve();
      },
    });
  });
  await page.goto("/es/perfume/dior-sauvage-1?reviews=1");
  const share = page.getByRole("button", { name: "Compartir" });
  const heart = page.locator(".way .keep");
  for (const width of [320, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const [one, other] = [(await share.boundingBox())!, (await heart.boundingBox())!];
    expect(other.x - (one.x + one.width)).toBeGreaterThanOrEqual(8);
    expect(Math.min(one.width, one.height, other.width, other.height)).toBeGreaterThanOrEqual(44);
  }
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  await share.click();
  await expect(page.locator("body")).toHaveAttribute("data-shared", /perfume\/dior-sauvage-1$/u);
  await expect(heart).toHaveAttribute("aria-pressed", "false");
});

test("without the device's dialog sharing copies the address and says so; without a clipboard there is no button", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript("Object.defineProperty(navigator, 'share', { value: undefined })");
  await page.goto("/es/perfume/dior-sauvage-1?reviews=1");
  await page.getByRole("button", { name: "Compartir" }).click();
  await expect(page.getByRole("status").getByText("Dirección copiada")).toBeVisible();
  const { origin } = new URL(page.url());
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
    `${origin}/es/perfume/dior-sauvage-1`,
  );
  await page.keyboard.press("Tab");
  await hydrated(page);
  await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.goto("/es/perfume/dior-sauvage-1");
  await expect(page.locator("#share")).toBeHidden();
});
