import { translate } from "../support/translations.ts";
import type { Page } from "@playwright/test";
import { boxesOf, isWhole } from "./layout-steps.ts";
import { expect, test } from "./steps.ts";

const box = (page: Page) => page.getByRole("banner").getByRole("search");

test("the header's search on a perfume's page opens as one field and leads to the results at every width", async ({
  page,
}) => {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/de/perfume/creed-aventus-3");
    const closed = (await box(page).boundingBox())!;
    expect(Math.min(closed.width, closed.height)).toBeGreaterThanOrEqual(44);
    if (width < 960) expect(closed.width).toBeLessThan(60);
    else expect(closed.width).toBeGreaterThan(200);
    const field = box(page).getByLabel(translate("de", "search.label"));
    // Where the magnifier is.
    await page.mouse.click(closed.x + closed.width / 2, closed.y + closed.height / 2);
    await expect(field).toBeFocused();
    expect((await field.boundingBox())!.width).toBeGreaterThan(200);
    await page.keyboard.type("bacarat rouge");
    for (const part of await boxesOf(page, "header .search, header .search button"))
      expect([width, isWhole(part, width, 800)]).toEqual([width, true]);
    await box(page)
      .getByRole("button", { name: translate("de", "search.submit") })
      .click();
    await page.waitForURL("**/de?q=bacarat+rouge");
    await expect(
      page.getByRole("listitem").filter({ hasText: "Baccarat Rouge 540" }).first(),
    ).toBeVisible();
  }
});

test(
  "the header's field closes on blur, and Tab moves through it in order",
  { tag: "@layout" },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/fr/about");
    await page.getByRole("banner").getByRole("link").first().focus();
    await page.keyboard.press("Tab");
    await expect(box(page).locator("input")).toBeFocused();
    // The header's row, not what stands below it.
    expect(await box(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 64 });
    await page.keyboard.press("Tab");
    await expect(box(page).getByRole("button")).toBeFocused();
    expect((await box(page).boundingBox())!.width).toBe(390);
    await page.keyboard.press("Tab");
    expect((await box(page).boundingBox())!.width).toBeLessThan(60);
  },
);

test("the header's search has another name than home's", { tag: "@layout" }, async ({ page }) => {
  await page.goto("/it");
  const names = await page
    .locator("input[name=q]")
    .evaluateAll((boxes) => boxes.map((one) => one.getAttribute("aria-label")));
  expect([names.length, new Set(names).size]).toEqual([2, 2]);
});

test("home's grid ends with a full row at every width", { tag: "@layout" }, async ({ page }) => {
  await page.goto("/es");
  await expect(page.locator(".grid > li")).toHaveCount(15);
  for (let width = 320; width <= 1920; width += 80) {
    await page.setViewportSize({ width, height: 800 });
    const ragged = await page.locator(".grid").evaluate((grid) => {
      const { right } = grid.getBoundingClientRect();
      const cards = [...grid.children].map((card) => card.getBoundingClientRect());
      const last = cards.at(-1)!;
      const rows = new Set(cards.map(({ top }) => Math.round(top))).size;
      return { short: right - last.right > 1, columns: cards.length / rows, wide: last.width };
    });
    expect([width, ragged.short]).toEqual([width, false]);
    expect(ragged.wide).toBeGreaterThan(130);
  }
});
