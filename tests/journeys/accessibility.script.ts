import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "@playwright/test";
import { join, logIn, menu, signUp, somebody, wordsOf } from "./account-steps.ts";
import { expect, refused, test } from "./steps.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Nothing here is a sign of intent, so this is the page as it stands without JavaScript.
const pages = [
  "",
  "?q=dior",
  "?q=qzxwvk",
  "/auth",
  "/auth?mode=signup",
  "/auth/forgot",
  "/auth/confirm",
  "/contact",
  "/about",
  "/blog",
  "/legal-notice",
  "/privacy-policy",
  "/cookie-policy",
  "/nowhere",
];
const languages = ["es", "en", "fr", "de", "it", "pt"];

/** Nothing for axe to find on the page as it stands, its details open, and nothing wider than the screen. */
async function expectAccessible(page: Page, path: string) {
  await page
    .locator("main details")
    .evaluateAll((all) => all.forEach((details) => ((details as HTMLDetailsElement).open = true)));
  const { violations } = await page.evaluate<AxeResults>(
    `${axe}; axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })`,
  );
  expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([]);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect([path, overflow]).toEqual([path, 0]);
}

for (const scheme of ["light", "dark"] as const)
  for (const width of [320, 390, 1280])
    test(`axe finds nothing on any page, ${scheme}, ${width} px`, async ({ page, complaints }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/es");
      const perfume = new URL(
        (await page.locator(".grid a").first().getAttribute("href"))!,
        page.url(),
      ).pathname;
      for (const [i, path] of [...pages, perfume.slice("/es".length)].entries()) {
        await page.goto(`/${languages[i % languages.length]}${path}`);
        await expectAccessible(page, path);
      }
      complaints.splice(
        0,
        complaints.length,
        ...complaints.filter((complaint) => !complaint.includes("404")),
      );
    });

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing where signing in and up failed, in the profile and its menu, ${colorScheme}`, async ({
    page,
    complaints,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme });
    const de = wordsOf("de");
    const widths = async (path: string) => {
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectAccessible(page, path);
      }
    };
    await page.goto("/de/auth");
    await logIn(page, de, somebody());
    await expect(page.getByRole("alert")).toContainText(de.said.auth.wrongCredentials);
    await widths("failed sign-in");
    await page.goto("/de/auth?mode=signup");
    await signUp(page, de, { ...somebody(), username: "admin", password: "onlyletters" });
    await expect(page.getByRole("alert")).toContainText(de.said.auth.weakPassword);
    await widths("failed sign-up");
    await refused(complaints, 401, 422);

    const ana = await join(page, de);
    await widths("home, with a message");
    await page.goto("/de/profile");
    await widths("/profile");
    await menu(page, de.ui, ana.username).click();
    await widths("/profile, its menu open");
  });

test("axe finds nothing in the header's open menus", async ({ page }) => {
  await page.goto("/es");
  for (const menu of await page.locator("header details").all()) {
    await menu.locator("summary").click();
    const { violations } = await page.evaluate<AxeResults>(`${axe}; axe.run("header")`);
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await menu.locator("summary").click();
  }
});

test("the cookie table keeps its words whole and scrolls inside its own region", async ({
  page,
}) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/de/cookie-policy");
    const lines = await page
      .locator("tbody code")
      .evaluateAll((names) => names.map((name) => name.getClientRects().length));
    expect([width, ...new Set(lines)]).toEqual([width, 1]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  }
});
