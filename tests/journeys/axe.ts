import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The narrowest screen and a wide one, each in one of the colour schemes, which do not depend on the width. */
const looks = [
  { width: 320, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

const options = `{ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "target-size": { enabled: true } },
  preload: false, resultTypes: ["violations"], selectors: false }`;

/**
 * Expects no axe violation on the page in its current state, with details open, in every look, and nothing wider than
 * the screen. Leaves the page light and 390 px wide.
 */
export async function expectAccessible(page: Page, state: string) {
  await page
    .locator("main details")
    .evaluateAll((all) => all.forEach((details) => ((details as HTMLDetailsElement).open = true)));
  // A toast must stay to be checked.
  await page.evaluate("document.getAnimations().forEach((animation) => animation.pause())");
  await page.evaluate(`window.axe || (() => { ${axe} })()`);
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate<[string, string][]>(
      `axe.run(${options}).then(({ violations }) =>
        violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
    );
    const name = `${state}, ${colorScheme} ${width} px`;
    expect(found.map((violation) => [name, ...violation])).toEqual([]);
    expect([name, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([
      name,
      width,
    ]);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 800 });
}

/** Sends the page's form as it is, past the browser's validation, and waits until it is refused. */
export async function sendRefused(page: Page) {
  await page.locator("main form[method=post] button.main").first().click();
  await expect(page.locator("main").getByRole("alert")).toBeVisible();
}
