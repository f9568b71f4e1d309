import type { Page } from "@playwright/test";
import { openSite } from "../support/site.ts";
import { sendRefused } from "./axe.ts";
import { expect, gotoHydrated, test } from "./community-steps.ts";

/** The focused element, whether it is visible, and whether a fixed element covers it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement!;
    if (at === document.body) return null;
    const rings = (part: Element | null): boolean =>
      part !== null &&
      (getComputedStyle(part).outlineStyle !== "none" || rings(part.parentElement));
    const box = at.getBoundingClientRect();
    const covered = [box.top + 1, (box.top + box.bottom) / 2, box.bottom - 1].some((y) => {
      const cover = document
        .elementFromPoint((box.left + box.right) / 2, y)
        ?.closest(".consent, .notice");
      return cover && !cover.contains(at);
    });
    return {
      what: at.outerHTML.slice(0, 120),
      ring: rings(at),
      inSight: box.bottom > 0 && box.top < innerHeight && box.width > 0,
      covered,
    };
  });

/** Tabs through the page, or its first stops. @returns the number of stops */
async function expectFocusInSight(page: Page, key = "Tab", first = 400): Promise<number> {
  for (let stops = 0; stops < first; stops++) {
    await page.keyboard.press(key);
    const stop = await focused(page);
    // Between the last and the first element the focus may be in the browser's own controls.
    if (stop === null && stops === 0) continue;
    if (stop === null || (stops > 1 && stop.what.startsWith('<a class="skip"'))) return stops;
    expect(stop).toMatchObject({ what: stop.what, ring: true, inSight: true, covered: false });
  }
  if (first === 400) throw new Error("Tabbing through the page does not end.");
  return first;
}

test("the first Tab shows the skip link, which leads to the content", async ({ page }) => {
  for (const path of ["/es/perfume/creed-aventus-3", "/es/about"]) {
    await page.goto(path);
    await page.keyboard.press("Tab");
    const skip = page.locator(".skip");
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
  }
});

test("wherever Tab leads, the focus is visible", async ({ page }) => {
  for (const [path, width] of [
    ["/es", 1280],
    ["/es/perfume/creed-aventus-3", 390],
    ["/es/auth?mode=signup", 390],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    expect(await expectFocusInSight(page)).toBeGreaterThan(15);
  }
  // Hundreds of brands are alike.
  await page.goto("/es/brands");
  expect(await expectFocusInSight(page, "Tab", 60)).toBe(60);
  await page.setViewportSize({ width: 390, height: 560 });
  await page.goto("/es/contact");
  await sendRefused(page);
  expect(await expectFocusInSight(page)).toBeGreaterThan(10);
  expect(await expectFocusInSight(page, "Shift+Tab")).toBeGreaterThan(10);
});

test("the consent banner never covers the focused element", async ({ browser }) => {
  const site = await openSite({
    ANALYTICS_ID: "G-TEST12345",
    AD_CLIENT: "ca-pub-1234567890123456",
    AD_SLOT: "1234567890",
  });
  const page = await browser.newPage({ reducedMotion: "reduce" });
  await page.route("**/*", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    if (!route.request().isNavigationRequest()) return route.abort();
    const { html } = await site.get(pathname + search);
    return route.fulfill({ contentType: "text/html", body: html });
  });
  await page.goto("http://sosia.test/de/contact");
  for (const [key, width] of [
    ["Tab", 1280],
    ["Shift+Tab", 390],
  ] as const) {
    await page.setViewportSize({ width, height: 600 });
    await expect(page.locator(".consent")).toBeVisible();
    expect(await expectFocusInSight(page, key)).toBeGreaterThan(10);
  }
  await page.close();
  await site.close();
});

test("a menu works by keyboard, and closes on Escape or when it loses the focus", async ({
  page,
}) => {
  await gotoHydrated(page, "/es");
  const places = page.locator("header details.narrow");
  const languages = page.locator("header details").nth(1);
  const summary = places.locator("summary");
  for (const key of ["Enter", "Space"]) {
    await summary.focus();
    await page.keyboard.press(key);
    await expect(places).toHaveAttribute("open");
    await page.keyboard.press("Tab");
    await expect(places.getByRole("link").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(places).not.toHaveAttribute("open");
    await expect(summary).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(places).toHaveAttribute("open");
  await places.getByRole("link").last().focus();
  await page.keyboard.press("Tab");
  await expect(languages.locator("summary")).toBeFocused();
  await expect(places).not.toHaveAttribute("open");
  await page.keyboard.press("Enter");
  await expect(languages).toHaveAttribute("open");
  await languages.getByRole("button").last().focus();
  await page.keyboard.press("Tab");
  await expect(languages).not.toHaveAttribute("open");
});
