import type { Page } from "@playwright/test";
import { translate } from "../support/translations.ts";
import { expectAccessible } from "./axe.ts";
import { boxesOf, isWhole } from "./layout-steps.ts";
import { expect, hydrated, test } from "./steps.ts";

// The list under the search box while a person types.

const box = (page: Page) => page.getByRole("main").getByRole("combobox");
const inHeader = (page: Page) => page.locator("header input[name=q]");
const options = (page: Page) => page.getByRole("listbox").getByRole("option");
const said = (page: Page) => page.locator(".search").getByRole("status");

async function type(page: Page, text: string) {
  await box(page).click();
  await hydrated(page);
  await box(page).pressSequentially(text);
}

test("axe finds nothing in the open list, with a choice, without one and where nothing was found", async ({
  page,
}) => {
  await page.goto("/de");
  await type(page, "dior");
  await expect(options(page).first()).toBeVisible();
  await expectAccessible(page, "home, its list open");
  await box(page).press("ArrowDown");
  await expectAccessible(page, "home, an option of its list chosen");
  await box(page).fill("qzxwvk plmokn");
  await expect(said(page)).toBeVisible();
  await expectAccessible(page, "home, nothing in its list");
});

test.describe("a search that fails", () => {
  test.use({ caused: /status of 500|ERR_INTERNET_DISCONNECTED|ERR_FAILED/u });

  test("is reported as failed, not as without results, also offline and on a foreign response", async ({
    page,
    context,
  }) => {
    const failed = translate("de", "search.failed");
    await page.goto("/de");
    await page.route("**/api/perfumes**", (route) =>
      route.fulfill({ status: 500, json: { error: "x" } }),
    );
    await type(page, "dior");
    await expect(said(page)).toHaveText(failed);
    await expect(box(page)).toHaveAttribute("aria-expanded", "false");
    await expectAccessible(page, "home, a search that failed");
    await page.unroute("**/api/perfumes**");
    await box(page).pressSequentially(" s");
    await expect(options(page).first()).toContainText("Sauvage");

    await context.setOffline(true);
    await box(page).pressSequentially("a");
    await expect(said(page)).toHaveText(failed);
    await context.setOffline(false);
    await box(page).press("Escape");
    await expect(said(page)).toHaveCount(0);
    await page.route("**/api/perfumes**", (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<p>Sign in to the network" }),
    );
    await box(page).pressSequentially("u");
    await expect(said(page)).toHaveText(failed);
  });

  test("is reported as failed when no response comes", async ({ page }) => {
    await page.route("**/api/perfumes**", () => {});
    await page.clock.install();
    await page.goto("/es");
    await box(page).click();
    await hydrated(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await box(page).pressSequentially("dior");
    await page.clock.runFor(9_000);
    await expect(said(page)).toHaveCount(0);
    await page.clock.runFor(2_000);
    await expect(said(page)).toHaveText(translate("es", "search.failed"));
  });
});

test("an option is a link: a click follows it, a modified click opens another tab", async ({
  page,
  context,
}) => {
  await page.goto("/es");
  await type(page, "aventus");
  await expect(options(page).first()).toContainText("Aventus");
  expect(await page.locator("[role=listbox] :is(a, button) :is(a, button)").count()).toBe(0);
  expect(await page.locator("[role=listbox] > :not([role=option])").count()).toBe(0);
  // Checks the browser's navigation request, because Playwright reports a background tab late, partly or never.
  const session = await context.newCDPSession(page);
  await session.send("Page.enable");
  const asked = new Promise((resolve) => session.once("Page.frameRequestedNavigation", resolve));
  await options(page)
    .first()
    .click({ modifiers: ["ControlOrMeta"] });
  expect(await asked).toMatchObject({
    reason: "anchorClick",
    disposition: "newTab",
    url: expect.stringMatching(/\/es\/perfume\/creed-aventus-/u),
  });
  expect(new URL(page.url()).pathname).toBe("/es");
  await options(page).first().click();
  await page.waitForURL("**/es/perfume/creed-aventus-*");
});

/** Small ones are above a phone's keyboard. */
const screens = [
  [390, 464],
  [320, 300],
  [1280, 720],
] as const;

test("results are visible on every screen, also when the keyboard opens after them, and so is the selected one", async ({
  page,
}) => {
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/es");
    await type(page, "di");
    await expect(options(page)).toHaveCount(10);
    await page.setViewportSize({ width, height });
    const shown = async (place: ReturnType<typeof box>) => {
      const { y, height: own } = (await place.boundingBox())!;
      return y >= 0 && y + own <= height;
    };
    await expect.poll(() => shown(page.getByRole("listbox"))).toBe(true);
    expect(await shown(box(page))).toBe(true);
    expect(await shown(options(page).first())).toBe(true);
    for (let n = 0; n < 10; n++) await box(page).press("ArrowDown");
    await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
    expect(await shown(options(page).last())).toBe(true);
    await box(page).fill("qzxwvk plmokn");
    await expect(said(page)).toContainText("No hemos encontrado ningún perfume");
    expect(await shown(said(page))).toBe(true);
  }
});

test("the header's field works like home's, and its list is visible, on a perfume's page", async ({
  page,
}) => {
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height });
    await page.goto("/de/perfume/creed-aventus-3");
    await inHeader(page).click();
    await hydrated(page);
    await inHeader(page).pressSequentially("sauv");
    await expect(options(page).first()).toContainText("Sauvage");
    for (const shown of await boxesOf(
      page,
      "header input[name=q], [role=listbox], [role=option]:first-child",
    ))
      expect([width, isWhole(shown, width, height)]).toEqual([width, true]);
    await inHeader(page).press("ArrowDown");
    await inHeader(page).press("Enter");
    await page.waitForURL("**/de/perfume/dior-sauvage-*");
    // The next page's field is empty and closed.
    await expect(inHeader(page)).toHaveValue("");
    await expect(inHeader(page)).not.toBeFocused();
  }
});

test("the header's list stays open when its field loses the focus, as a phone's \"Done\" does, and closes on a press outside", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/es/contact");
  await inHeader(page).click();
  await hydrated(page);
  await inHeader(page).pressSequentially("sauv");
  await expect(options(page).first()).toBeVisible();
  await inHeader(page).blur();
  await expect(options(page).first()).toBeVisible();
  expect((await page.locator("header .search").boundingBox())!.width).toBe(390);
  await page.getByRole("contentinfo").click({ position: { x: 5, y: 5 } });
  await expect(options(page)).toHaveCount(0);
  expect((await page.locator("header .search").boundingBox())!.width).toBeLessThan(60);
});

for (const [where, path, field] of [
  ["the hero's", "/es", box],
  ["the header's", "/es/perfume/creed-aventus-3", inHeader],
] as const)
  test(`${where} list stays above a keyboard that covers the page without resizing the window`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // Like iPhones: only the visual viewport shrinks, and moves over the page.
    await page.addInitScript(() => {
      const view = Object.assign(new EventTarget(), { offsetTop: 0, height: innerHeight });
      Object.defineProperty(window, "visualViewport", { value: view });
    });
    await page.goto(path);
    await field(page).click();
    await hydrated(page);
    await field(page).pressSequentially("di");
    await expect(options(page)).toHaveCount(10);
    const move = (view: { height?: number; offsetTop?: number }, event: string) =>
      page.evaluate(
        ([view, event]) => {
          Object.assign(window.visualViewport!, view);
          window.visualViewport!.dispatchEvent(new Event(event));
        },
        [view, event] as const,
      );
    const bottom = async () => {
      const { y, height } = (await page.getByRole("listbox").boundingBox())!;
      return y + height;
    };
    await move({ height: 464 }, "resize");
    await expect.poll(bottom).toBeLessThanOrEqual(464);
    expect((await field(page).boundingBox())!.y).toBeGreaterThanOrEqual(0);
    const before = await bottom();
    await move({ offsetTop: 60 }, "scroll");
    await expect.poll(bottom).toBeGreaterThan(before + 30);
    expect(await bottom()).toBeLessThanOrEqual(524);
  });
