import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { Language } from "#app/i18n/languages.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The narrowest and a wide one. */
const widths = [320, 1280];
const schemes = ["light", "dark"] as const;

interface Look {
  width: number;
  colorScheme: (typeof schemes)[number];
  /** Whether every rule has already checked the same page at this width, in other colours. */
  coloursOnly: boolean;
}

const common = `preload: false, resultTypes: ["violations"], selectors: false`;
const everyRule = `{ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "target-size": { enabled: true } }, ${common} }`;
/** The rules that a colour scheme can affect. */
const colourRules = `{ runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] }, ${common} }`;

/** The looks in which a language's pages are checked: all for the one with the longest words. */
function looksIn(language: Language): Look[] {
  return language === "de"
    ? widths.flatMap((width) =>
        schemes.map((colorScheme) => ({ width, colorScheme, coloursOnly: colorScheme === "dark" })),
      )
    : [{ width: 390, colorScheme: "light", coloursOnly: false }];
}

/**
 * Expects no axe violation on the page in its current state, with details open, in its language's looks, and nothing
 * wider than the screen at any width. Leaves the page light and 390 px wide.
 */
export async function expectAccessible(page: Page, state: string) {
  const { pathname } = new URL(page.url());
  const looks = looksIn(pathname.slice(1, 3) as Language);
  await openDetails(page);
  // A toast must stay to be checked.
  await page.evaluate("document.getAnimations().forEach((animation) => animation.pause())");
  await page.evaluate(`window.axe || (() => { ${axe} })()`);
  for (const look of looks) await expectNothingFound(page, state, look);
  if (looks.length === 1) await expectNoWider(page, state);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 800 });
}

async function expectNothingFound(page: Page, state: string, look: Look) {
  const { width, colorScheme, coloursOnly } = look;
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  const found = await page.evaluate<[string, string][]>(
    `axe.run(${coloursOnly ? colourRules : everyRule}).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
  );
  const name = `${state}, ${colorScheme} ${width} px`;
  expect(found.map((violation) => [name, ...violation])).toEqual([]);
  expect([name, await widthOf(page)]).toEqual([name, width]);
}

const widthOf = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth");

const openDetails = (page: Page) =>
  page
    .locator("main details")
    .evaluateAll((all) => all.forEach((details) => ((details as HTMLDetailsElement).open = true)));

/** Expects nothing on the page, with details open, to be wider than the screen at any width. */
async function expectNoWider(page: Page, state: string) {
  await openDetails(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect([state, width, await widthOf(page)]).toEqual([state, width, width]);
  }
}

/** Sends the page's form as it is, past the browser's validation, and waits until it is refused. */
export async function sendRefused(page: Page) {
  await page.locator("main form[method=post] button.main").first().click();
  await expect(page.locator("main").getByRole("alert")).toBeVisible();
}
