// What a person sees when navigating in a browser with scripts.
import type { Page } from "@playwright/test";
import { expect, holdBack, hydrated, test } from "./steps.ts";

const back = (page: Page) => page.getByRole("link", { name: "Volver", exact: true });

test('"Back" returns to the page that one came from, and from there to the search, while the scripts are on their way', async ({
  page,
}) => {
  await holdBack(page, "**/assets/**");
  await page.goto("/es?q=dior");
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Sauvage", exact: true }).click();
  await page.waitForURL("**/perfume/dior-sauvage-*");
  await page.locator(".dupe h3 a").first().click();
  await expect(page).not.toHaveURL(/dior-sauvage-\d+$/);
  await page.goto(`${page.url()}?sort=price`);
  await back(page).click();
  await page.waitForURL("**/perfume/dior-sauvage-*");
  await back(page).click();
  await page.waitForURL("**/es?q=dior");
  await expect(page.getByRole("main").getByRole("combobox")).toHaveValue("dior");
});

test('"Back" never returns to the sign-in, another language or another site', async ({ page }) => {
  for (const before of ["/es/auth", "/de/perfume/dior-sauvage-1", "/es/about", "about:blank"]) {
    await page.goto(before);
    await page.goto("/es/perfume/creed-aventus-3");
    await back(page).click();
    await page.waitForURL("**/es#explore");
  }
});

test('without the navigation API "Back" leads to the page that linked here, from a hydrated page', async ({
  page,
}) => {
  await page.addInitScript("Object.defineProperty(window, 'navigation', { value: undefined })");
  await page.goto("/es?q=dior");
  await page.getByRole("link", { name: "Sauvage", exact: true }).click();
  await page.waitForURL("**/perfume/dior-sauvage-*");
  await page.keyboard.press("Tab");
  await hydrated(page);
  await back(page).click();
  await page.waitForURL("**/es?q=dior");
});

test("signing in, after a review on a page that was scrolled, opens at its top", async ({
  page,
}) => {
  await page.goto("/es/perfume/creed-aventus-3");
  await page.keyboard.press("Tab");
  await hydrated(page);
  const last = page.locator(".dupe a[href*='reviews=']").last();
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await page.getByRole("textbox", { name: /reseña/i }).fill("Se parece mucho.");
  await page.getByRole("button", { name: "Publicar" }).click();
  await page.waitForURL("**/es/auth?redirectTo=*");
  await expect(page.getByRole("alert")).toContainText("Entra en tu cuenta");
  expect(await page.evaluate("scrollY")).toBe(0);
});

test("a dialog that is on its way shows progress until it arrives", async ({ page }) => {
  await page.goto("/es/perfume/creed-aventus-3");
  await page.keyboard.press("Tab");
  await hydrated(page);
  const bar = page.getByRole("progressbar");
  await expect(bar).toHaveCount(0);
  const letGo = await holdBack(page, "**/*.data*");
  await page.locator("main a[href*='suggest=dupe']").click();
  await expect(bar).toBeVisible();
  await expect(bar).toHaveAccessibleName("Cargando");
  await expect(page.locator("main")).toHaveAttribute("aria-busy", "true");
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe("fixed");
  letGo();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.locator("main")).not.toHaveAttribute("aria-busy");
});

test("a page looks the same whatever page came before", async ({ page }) => {
  const paths = [
    "/es?suggest=perfume",
    "/es/perfume/creed-aventus-3?reviews=1",
    "/es/brands",
    "/es/brand/dior",
    "/es/contact",
    "/es/auth",
    "/es/about",
  ];
  const sheets = new Map<string, string>();
  for (const path of paths) {
    const html = await (await page.request.get(path)).text();
    for (const [, name, css] of html.matchAll(/<style[^>]* data-href="([^"]+)"[^>]*>([^<]*)/gu))
      sheets.set(name!, css!);
  }
  expect(sheets.size).toBeGreaterThan(5);
  for (const path of paths) {
    expect([path, (await page.goto(path))!.status()]).toEqual([path, 200]);
    expect([path, await changesWith(page, [...sheets])]).toEqual([path, []]);
  }
});

/** Adds each sheet that the page lacks, as React keeps those of earlier pages. @returns what looks different */
function changesWith(page: Page, sheets: [string, string][]) {
  return page.evaluate((sheets) => {
    const all = [...document.querySelectorAll("body *")];
    const looks = () =>
      all.map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const { font, color, backgroundColor, border, padding } = getComputedStyle(element);
        return [width, height, font, color, backgroundColor, border, padding].join(" ");
      });
    const first = looks();
    return sheets.flatMap(([name, css]) => {
      if (document.querySelector(`style[data-href="${name}"]`)) return [];
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
      const now = looks();
      document.adoptedStyleSheets = [];
      const changed = all.find((_, at) => now[at] !== first[at]);
      return changed ? [`${name}: ${changed.outerHTML.slice(0, 80)}`] : [];
    });
  }, sheets);
}
