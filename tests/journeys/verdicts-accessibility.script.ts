import { addVerdictCounts, say } from "../support/verdicts.ts";
import { translationsOf } from "../support/translations.ts";
import { expectAccessible } from "./axe.ts";
import { expect, signIn, test } from "./community-steps.ts";
import { pairOf } from "../support/database.ts";
import { verdictOf } from "./verdict-steps.ts";

test("axe finds nothing on a pair's page, with and without verdicts", async ({
  page,
  db,
  shelf,
  member,
}) => {
  const texts = translationsOf("de");
  const { verdict } = texts.pages;
  const [dupe] = shelf.dupes;
  const panel = verdictOf(page);
  const address = `/de${await pairOf(db, dupe!.id)}`;
  await page.goto(address);
  await expect(panel).toContainText(verdict.few);
  await expectAccessible(page, "no verdicts");
  await panel.getByRole("button", { name: verdict.submit }).click();
  await expect(panel.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "verdict of a visitor, refused");

  await addVerdictCounts(db, dupe!.id, { lasting: [5, 1, 1], again: [20, 4, 3] });
  await say(db, member.id, dupe!.id, { lasting: "less" });
  // With a currency a page is read anew; otherwise it would lack for a minute what only the database was told.
  await signIn(page, member, `${address}?currency=EUR`);
  await expect(panel.locator("dl")).toBeVisible();
  await panel.locator("summary").click();
  await expectAccessible(page, "own verdict open");
  await panel.getByLabel(verdict.worn).uncheck();
  await panel.getByRole("button", { name: verdict.change }).click();
  await expect(panel.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "own verdict, refused");
  await page.goto("/de/shelf");
  await expect(page.locator("#verdicts")).toBeVisible();
  await expectAccessible(page, "own verdicts");
});
