import type { Page } from "@playwright/test";
import { addReviews, expect, signIn, test } from "./community-steps.ts";

/** px; minimum target size for fingers and for the eye (WCAG 2.2, 2.5.5) */
const side = 44;

/** Controls that are smaller; links within a sentence are exempt (2.5.8). */
function smallTargets(page: Page) {
  return page.evaluate((side) => {
    const alone = (target: Element) => {
      const said = [...(target.parentElement?.childNodes ?? [])].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      return getComputedStyle(target).display !== "inline" || said.length === 0;
    };
    const areaOf = (target: HTMLElement) => {
      // A card's link covers the whole card.
      const whole = getComputedStyle(target, "::after").position === "absolute";
      const parts = [whole ? target.offsetParent! : target];
      if (target instanceof HTMLInputElement) parts.push(...(target.labels ?? []));
      const boxes = parts.map((part) => part.getBoundingClientRect());
      return {
        width: Math.max(...boxes.map((box) => box.width)),
        height: Math.max(...boxes.map((box) => box.height)),
      };
    };
    return [
      ...document.querySelectorAll<HTMLElement>("a, button, summary, input, textarea, select"),
    ]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .filter((target) => !target.closest(".unseen") && (target.tagName !== "A" || alone(target)))
      .map((target) => ({ what: target.outerHTML.slice(0, 120), ...areaOf(target) }))
      .filter(({ width, height }) => width < side || height < side);
  }, side);
}

async function expectLargeTargets(page: Page, path: string) {
  expect([path, (await page.goto(path))!.status()]).toEqual([path, 200]);
  await page
    .locator("main details")
    .evaluateAll((all) => all.forEach((details) => ((details as HTMLDetailsElement).open = true)));
  expect([path, await smallTargets(page)]).toEqual([path, []]);
}

async function expectLargeTargetsInMenus(page: Page) {
  const menus = await page.locator("header details").all();
  expect(menus.length).toBeGreaterThan(1);
  // In sequence, because each closes the others.
  for (const menu of menus) {
    await menu.locator("summary").click();
    expect(await smallTargets(page)).toEqual([]);
  }
}

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 800 }));

test("every touch target is 44 × 44 px on a phone", async ({ page, shelf, other, db }) => {
  await addReviews(db, shelf.dupes[0]!, other, Array(11).fill("Una."));
  for (const path of [
    "/it",
    "/it?q=dior",
    "/it?suggest=perfume",
    "/it/auth",
    "/it/auth?mode=signup",
    "/it/contact",
    "/it/about",
    "/it/cookie-policy",
    "/it/brands",
    "/it/brand/dior",
    "/it/brands/d",
    "/it/perfume/creed-aventus-3",
    `/it${shelf.path}`,
    `/it${shelf.path}?reviews=${shelf.dupes[0]!.id}`,
    `/it${shelf.path}?suggest=dupe`,
  ]) {
    await expectLargeTargets(page, path);
  }
  await expectLargeTargetsInMenus(page);
});

test("every touch target of a signed-in person is 44 × 44 px on a phone", async ({
  page,
  shelf,
  member,
  db,
}) => {
  await addReviews(db, shelf.dupes[0]!, member, ["Mía."]);
  await signIn(page, member, "/it");
  for (const path of ["/it/profile", `/it${shelf.path}?reviews=${shelf.dupes[0]!.id}`]) {
    await expectLargeTargets(page, path);
  }
  await expectLargeTargetsInMenus(page);
});
