import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import { withoutLanguage } from "#app/i18n/paths.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const widths = [390, 320, 1280];
const schemes = ["light", "dark"] as const;

/** What a state is of its template, and what the report tells of one that was looked at (tables.ts). */
export type Kind = "plain" | "empty" | "error";
export interface Looked {
  template: string;
  kind: Kind;
  state: string;
  /** the looks in which there is no violation, e.g. "dark 320" */
  clean: string[];
}

/** What the tests say of themselves. */
export const everyLook = "light and dark, 320, 390 and 1280 px";

const rules = `{ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "target-size": { enabled: true } }, preload: false, resultTypes: ["violations"] }`;

/**
 * Nothing for axe to find on the page as it stands, its details open, in light and dark on each width, and nothing wider
 * than the screen. Stays on the page, and leaves it light and 390 px wide.
 */
export async function expectAccessible(page: Page, state: string, kind: Kind = "plain") {
  const { annotations } = test.info();
  const template = unnamed(new URL(page.url()).pathname);
  const looked: Looked = { template, kind, state: `${kind} ${unnamed(state)}`, clean: [] };
  await page
    .locator("main details")
    .evaluateAll((all) => all.forEach((details) => ((details as HTMLDetailsElement).open = true)));
  // A toast stays to be looked at.
  await page.evaluate("document.getAnimations().forEach((animation) => animation.pause())");
  await page.evaluate(`window.axe || (() => { ${axe} })()`);
  try {
    await lookAtEach(page, state, looked.clean);
  } finally {
    annotations.push({ type: "axe", description: JSON.stringify(looked) });
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 800 });
}

async function lookAtEach(page: Page, state: string, clean: string[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const look = `${state}, ${colorScheme}, ${width} px`;
      const found = await page.evaluate<[string, string][]>(
        `axe.run(${rules}).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
      );
      expect(found.map((violation) => [look, ...violation])).toEqual([]);
      clean.push(`${colorScheme} ${width}`);
    }
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    expect([state, wide]).toEqual([state, width]);
  }
}

/** An address, or a state named after one, without what differs between pages of the same make. */
function unnamed(path: string): string {
  return withoutLanguage(path).replace(/^\/(perfume|brand)\/[^?,]*/u, "/$1/…");
}

/** Sends the page's form as it is, whatever the browser thinks of it, and waits until it was refused. */
export async function sendRefused(page: Page) {
  await page.locator("main form button.main").first().click();
  await expect(page.locator("main").getByRole("alert")).toBeVisible();
}
