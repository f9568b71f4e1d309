import { orderOf } from "../support/blind.ts";
import { pairOf } from "../support/database.ts";
import { translationsOf } from "../support/translations.ts";
import { expectAccessible } from "./axe.ts";
import { expect, signIn, test } from "./community-steps.ts";

const texts = translationsOf("de");
const { blind } = texts.pages;

test("who smells finds the odd one of three strips that a friend prepared on another phone", async ({
  page,
  browser,
  baseURL,
  db,
  shelf,
  member,
}) => {
  const [dupe] = shelf.dupes;
  const pair = `/de${await pairOf(db, dupe!.id)}`;
  await signIn(page, member, pair);
  const panel = page.locator("#blind");
  await panel.locator("summary").click();
  await panel.getByRole("button", { name: blind.start }).click();
  await expect(page.getByRole("status").first()).toHaveText(texts.messages.blind.started);
  const code = await panel.locator(".code").innerText();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  await expectAccessible(page, "an open blind test");
  await page.goto(`/de/blind/${code}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(blind.notYou);
  await expect(page.locator("main li")).toHaveCount(0);

  const theirs = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const friend = await theirs.newPage();
  await friend.goto("/es/blind");
  const { pages } = translationsOf("es");
  await friend.getByLabel(pages.blind.code).fill(code.toUpperCase());
  await friend.getByRole("button", { name: pages.blind.show }).click();
  await expect(friend.getByRole("heading", { level: 1 })).toHaveText(pages.blind.spray);
  const strips = await friend.locator("main li").allInnerTexts();
  await theirs.close();
  const { odd } = await orderOf(db, code);
  expect(strips).toHaveLength(3);
  expect(strips.filter((strip) => strip === strips[odd - 1])).toHaveLength(1);

  await page.goto(pair);
  await panel.getByLabel(`${odd}`, { exact: true }).check();
  await panel.getByRole("button", { name: blind.send }).click();
  await expect(panel).toContainText(blind.right.split("{{")[0]!.trim());
  await expectAccessible(page, "an answered blind test");
  await page.context().clearCookies();
  await page.goto(`/de/blind/${code}`);
  await expect(page.locator("main li")).toHaveCount(3);
  await expectAccessible(page, "the strips");
});
