import { withoutLanguage } from "#app/i18n/paths.ts";
import { translationsOf } from "../support/translations.ts";
import { logIn } from "./account-steps.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./community-steps.ts";

const language = "de";
const texts = translationsOf(language);
const { ui, pages, messages } = texts;

test("a shopper's shelf without an account moves into the account", async ({
  page,
  shelf: catalogue,
  member,
}) => {
  const address = `/${language}${withoutLanguage(catalogue.path)}`;
  await page.goto(`/${language}/shelf`);
  await expect(page.getByRole("heading", { name: pages.shelf.emptyTitle })).toBeVisible();
  await expectAccessible(page, "an empty shelf");

  await page.goto(address);
  const hearts = page.locator(".keep");
  const own = hearts.first();
  const card = hearts.nth(1);
  await own.click();
  await expect(page.getByRole("status")).toHaveText(messages.shelf.added);
  await expect(own).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("status").evaluate((message) => message.setAttribute("data-seen", ""));
  await card.click();
  await expect(card).toHaveAttribute("aria-pressed", "true");
  // A script, if it came in time, leaves the page where it is.
  await expect(page).toHaveURL(new RegExp(`${address}(#dupe-\\d+)?$`, "u"));
  // A heart pressed again before its answer would ignore it as a double tap.
  await expect(page.locator("[role=status]:not([data-seen])")).toHaveText(messages.shelf.added);
  await card.click();
  await expect(page.getByRole("status")).toHaveText(messages.shelf.removed);
  await expect(card).toHaveAttribute("aria-pressed", "false");
  await card.click();
  await expect(card).toHaveAttribute("aria-pressed", "true");
  // Pressed, but a visitor's shelf is a cookie, which comes with the answer.
  await expect(page.getByRole("status")).toHaveText(messages.shelf.added);
  await expectAccessible(page, "a bottle on the shelf");

  await page.getByRole("contentinfo").getByRole("link", { name: ui.nav.shelf }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(pages.shelf.title);
  const wanted = page.locator("#want .kept");
  await expect(wanted).toHaveCount(2);
  await wanted.first().getByRole("button", { name: pages.shelf.moves.have }).click();
  await expect(page.locator("#have .kept")).toHaveCount(1);
  await expectAccessible(page, "a visitor's shelf");
  await page.goto(address);
  await expect(page.getByText(ui.shelf.owned)).toBeVisible();

  await page.goto(`/${language}/shelf`);
  await page.locator("main").getByRole("link", { name: ui.auth.title }).first().click();
  await logIn(page, texts, member);
  await page.waitForURL(`**/${language}/shelf`);
  await expect(page.locator(".kept")).toHaveCount(2);
  await page.getByRole("button", { name: pages.shelf.weeklyAsk }).click();
  await expect(page.getByRole("status")).toHaveText(messages.shelf.weeklyOn);
  await expectAccessible(page, "a shelf with the weekly email");
  await page.getByRole("button", { name: pages.shelf.weeklyStop }).click();
  await expect(page.getByRole("status")).toHaveText(messages.shelf.weeklyOff);
  for (const left of [1, 0]) {
    await page.locator(".kept").first().getByRole("button", { name: pages.shelf.remove }).click();
    await expect(page.locator(".kept")).toHaveCount(left);
  }
  await expect(page.getByRole("heading", { name: pages.shelf.emptyTitle })).toBeVisible();
});
