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

test("no script is fetched before the person acts, then the page hydrates", async ({ page }) => {
  const asked = scripts(page);
  await page.goto("/es");
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await page.getByRole("main").getByRole("combobox").focus();
  await hydrated(page);
  expect(asked.length).toBeGreaterThan(0);
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

for (const language of ["es", "de"])
  test(`every kind of page hydrates without console messages in ${language}`, async ({ page }) => {
    await page.goto(`/${language}`);
    const perfume = await page.locator(".grid a").first().getAttribute("href");
    for (const path of ["", "?q=dior", "/auth", "/contact"]
      .map((rest) => `/${language}${rest}`)
      .concat(perfume!)) {
      await page.goto(path);
      await page.keyboard.press("Tab");
      await hydrated(page);
    }
  });

test("error pages hydrate too", async ({ page, complaints }) => {
  for (const path of ["/es/nowhere", "/nowhere", "/es/perfume/nothing-999999"]) {
    await page.goto(path);
    await page.keyboard.press("Tab");
    await hydrated(page);
  }
  expect(complaints.splice(0).filter((complaint) => !complaint.includes("404"))).toEqual([]);
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

test("menus work without scripts, and fetch none", async ({ page }) => {
  const asked = scripts(page);
  await page.goto("/es/perfume/creed-aventus-3");
  await page.locator("header details:not(.narrow) summary").tap();
  await page.getByRole("button", { name: "Deutsch" }).tap();
  await page.waitForURL("**/de/perfume/creed-aventus-3");
  expect(asked).toEqual([]);
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

for (const [colorScheme, cut, other] of [
  ["light", "/hero", "/hero-dark"],
  ["dark", "/hero-dark", "/hero"],
] as const)
  test(`the film loads by itself on wide screens only, where reduced motion leaves its still, and on phones when it is played, in ${colorScheme} colours`, async ({
    browser,
    baseURL,
  }) => {
    const films = async (
      width: number,
      reducedMotion: "reduce" | "no-preference",
      press = false,
    ) => {
      const page = await browser.newPage({
        viewport: { width, height: 800 },
        reducedMotion,
        colorScheme,
        isMobile: false,
      });
      const asked: string[] = [];
      page.on(
        "request",
        (request) => /hero/.test(request.url()) && asked.push(new URL(request.url()).pathname),
      );
      await page.goto(`${baseURL}/es`);
      await page.locator(".film").scrollIntoViewIfNeeded();
      await page.waitForLoadState("networkidle");
      await expect(page.locator(".film img")).toBeVisible();
      if (press) {
        await page.locator(".film .narrow").press("Space");
        await expect.poll(() => asked.length).toBeGreaterThan(1);
      }
      await page.close();
      return asked;
    };
    expect(await films(390, "no-preference")).toEqual([`${cut}.webp`]);
    const pressed = await films(390, "no-preference", true);
    expect(pressed.slice(0, 2)).toEqual([`${cut}.webp`, `${cut}.webm`]);
    expect(await films(1280, "reduce")).toEqual([`${cut}.webp`]);
    const wide = await films(1280, "no-preference");
    expect(wide).toContain(`${cut}.webm`);
    expect(wide.filter((path) => path.startsWith(`${other}.`))).toEqual([]);
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

test("what a reader typed is no address that a page's scripts ask for", async ({ page }) => {
  const asked = scripts(page);
  await page.goto("/es?q=/assets/frame-x/../../es/perfume/creed-aventus-3");
  await page.keyboard.press("Tab");
  await hydrated(page);
  expect(asked.filter((url) => !/\/assets\/[\w.-]+$/u.test(url))).toEqual([]);
});

test("a heart works when the scripts do not come", async ({ page }) => {
  await holdBack(page, "**/assets/**");
  await page.goto("/es/perfume/creed-aventus-3");
  const heart = page.locator(".dupe .keep").first();
  await heart.tap();
  await page.waitForURL(/#dupe-\d+$/u);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
});

test("text typed before the page has hydrated is not lost", async ({ page }) => {
  const letScriptsGo = await holdBack(page, "**/assets/**");
  await page.goto("/en");
  await page.getByRole("main").getByRole("combobox").pressSequentially("aventus");
  letScriptsGo();
  await expect(page.getByRole("main").getByRole("combobox")).toHaveValue("aventus");
  await expect(page.getByRole("option").first()).toContainText("Aventus");
});

test("a reader in another time zone sees the server's dates without hydration errors", async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ timezoneId: "Pacific/Auckland", locale: "en-NZ" });
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(`${baseURL}/de`);
  await page.keyboard.press("Tab");
  await hydrated(page);
  expect(complaints).toEqual([]);
  await page.close();
});

test("the list reports no results, and an open menu closes on Escape", async ({ page }) => {
  await page.goto("/en");
  await page.getByRole("main").getByRole("combobox").pressSequentially("qzxwvk plmokn");
  await expect(page.getByRole("status")).toHaveText(/No perfume found/);
  const menu = page.locator("header details.narrow");
  await menu.locator("summary").click();
  await expect(menu).toHaveAttribute("open");
  await page.keyboard.press("Escape");
  await expect(menu).not.toHaveAttribute("open");
});

test("long words and large text never cause horizontal scrolling", async ({ page, complaints }) => {
  const sideways = () => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [
      `/es?q=${"W".repeat(100)}`,
      "/de",
      "/de/perfume/creed-aventus-3",
      "/de/legal-notice",
    ]) {
      await page.goto(path);
      expect([width, path, await sideways()]).toEqual([width, path, 0]);
      await page.evaluate("document.documentElement.style.setProperty('font-size', '200%')");
      expect([width, path, "large text", await sideways()]).toEqual([width, path, "large text", 0]);
    }
  }
  // The policy forbids inline styles, but the CSSOM can set them.
  complaints.splice(0);
});

for (const width of [320, 1920])
  test(`at ${width} px share and heart are side by side, and share shares before the page hydrates`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
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
    const [one, other] = [(await share.boundingBox())!, (await heart.boundingBox())!];
    expect(other.x - (one.x + one.width)).toBeGreaterThanOrEqual(8);
    expect(Math.min(one.width, one.height, other.width, other.height)).toBeGreaterThanOrEqual(44);
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

test("a touch anywhere on home's still plays the film, muted, in a loop", async ({ page }) => {
  await page.goto("/es");
  const film = page.locator(".film .narrow");
  await page.locator(".film").tap({ position: { x: 12, y: 12 } });
  const state = () =>
    film.evaluate(({ paused, muted, loop }: HTMLVideoElement) => ({ paused, muted, loop }));
  await expect.poll(state).toEqual({ paused: false, muted: true, loop: true });
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
});
