import type { Page } from "@playwright/test";
import { sendRefused } from "./axe.ts";
import { cutOff } from "./layout-steps.ts";
import {
  addReviews,
  cardOf,
  expect,
  gotoHydrated,
  signIn,
  suggestLinkOf,
  test,
  upOf,
} from "./community-steps.ts";

/** The painted colours of elements that must be distinguishable. */
const painted = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((part) => {
      const { backgroundColor, borderColor, color, fill, outlineColor, outlineStyle } =
        getComputedStyle(part);
      return { backgroundColor, borderColor, color, fill, outlineColor, outlineStyle };
    });

test("in forced colours the vote, the current page and the selected option are distinguishable", async ({
  page,
  shelf,
  member,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  const address = `/es${shelf.path}`;
  await signIn(page, member, address);
  await gotoHydrated(page, address);
  const card = cardOf(page, shelf.dupes[0]!);
  await upOf(card).click();
  await expect(upOf(card)).toHaveAttribute("aria-pressed", "true");
  // Colours change in a transition.
  await expect(async () => {
    const cast = await painted(page, ".vote[aria-pressed='true']");
    const other = await painted(page, ".vote[aria-pressed='false']");
    expect(cast.backgroundColor).not.toBe(other.backgroundColor);
    expect(cast.color).not.toBe(cast.backgroundColor);
  }).toPass();

  await page.goto("/es/brand/dior");
  await page.locator("header details").nth(1).locator("summary").click();
  expect((await painted(page, ".sheet [aria-current]")).backgroundColor).not.toBe(
    (await painted(page, ".sheet button:not([aria-current])")).backgroundColor,
  );

  await page.goto("/es");
  await page.getByRole("main").getByRole("combobox").pressSequentially("dior");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  const [chosen, next] = [
    await painted(page, "[role=option][aria-selected='true']"),
    await painted(page, "[role=option][aria-selected='false']"),
  ];
  expect(chosen.backgroundColor).not.toBe(next.backgroundColor);
  const name = await painted(page, "[aria-selected='true'] .brand");
  expect(name.color).toBe(chosen.color);
});

test("at 400 % no long word, refusal or dialog is cut off, scrolls in two directions or covers the page", async ({
  page,
  shelf,
  other,
  db,
}) => {
  // 1280 × 1024 magnified four times (WCAG 2.2, 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 });
  await addReviews(db, shelf.dupes[0]!, other, [`Riecht ${"sehr".repeat(60)}.`]);
  const expectWhole = async (state: string) => {
    expect([state, await cutOff(page)]).toEqual([state, []]);
  };
  await page.goto(`/de${shelf.path}?reviews=${shelf.dupes[0]!.id}`);
  await expectWhole("a long word");
  await page.goto("/de/contact");
  await sendRefused(page);
  await expectWhole("refused");
  // Messages scroll with the page instead of covering it.
  await expect(page.getByRole("alert")).toHaveCSS("position", /static|relative/u);

  await gotoHydrated(page, `/de${shelf.path}`);
  await suggestLinkOf(page).click();
  const modal = page.locator("dialog:modal");
  await expect(modal).toBeVisible();
  await expectWhole("modal dialog");
  await modal.locator("button.main").scrollIntoViewIfNeeded();
  await expect(modal.locator("button.main")).toBeInViewport({ ratio: 1 });
});

test("cards animate when reordered, unless motion is reduced", async ({ page, shelf, member }) => {
  const address = `/es${shelf.path}`;
  await signIn(page, member, address);
  await gotoHydrated(page, address);
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      document.body.dataset.moves = "once";
      return start(change);
    };
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await upOf(cardOf(page, shelf.dupes[1]!)).click();
  await expect(page.locator(".dupe h3")).toHaveText(["Brisa", "Albor"]);
  // A zero duration means no animation, which is how a toast disappears.
  const running = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((animation) => Number(animation.effect!.getComputedTiming().activeDuration) > 0)
        .length,
  );
  expect(running).toBe(0);
  await expect(page.locator("body")).not.toHaveAttribute("data-moves");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await upOf(cardOf(page, shelf.dupes[0]!)).click();
  await expect(page.locator(".dupe h3")).toHaveText(["Albor", "Brisa"]);
  await expect(page.locator("body")).toHaveAttribute("data-moves", "once");
});
