import { expectAccessible, sendRefused } from "./axe.ts";
import {
  addReviews,
  cardOf,
  expect,
  gotoHydrated,
  reviewsLinkOf,
  reviewsOf,
  signIn,
  suggestLinkOf,
  test,
  upOf,
} from "./community-steps.ts";

const word = "Donaudampfschifffahrtsgesellschaft".repeat(3);

test("axe finds nothing in the community forms and their refusals", async ({
  page,
  shelf,
  other,
  db,
}) => {
  const [dupe, bare] = shelf.dupes;
  const address = `/de${shelf.path}`;
  await addReviews(db, dupe!, other, Array(10).fill(`Riecht ${word}.\nUnd hält lange.`));
  await page.goto(`${address}?reviews=${dupe!.id}`);
  await expectAccessible(page, "reviews");
  await page.goto(`${address}?reviews=${bare!.id}`);
  await expectAccessible(page, "no reviews");
  await page.goto(`${address}?suggest=dupe`);
  await expectAccessible(page, "suggestion");
  for (const path of [`${address}?suggest=dupe`, `/de?suggest=perfume`]) {
    await page.goto(path);
    await sendRefused(page);
    await expect(page.getByRole("alert")).toBeFocused();
    // One link per wrong field, although both have the same error (RULES.md 12.6).
    await expect(page.getByRole("alert").getByRole("link")).toHaveCount(2);
    await expectAccessible(page, `${path}, refused`);
  }
  await page.goto(address);
  await upOf(cardOf(page, dupe!)).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAccessible(page, "vote refused");
  await gotoHydrated(page, address);
  await suggestLinkOf(page).click();
  await expect(page.locator("dialog:modal")).toBeVisible();
  await expectAccessible(page, "modal suggestion");
});

test("axe finds nothing in the community pages signed in", async ({ page, shelf, member, db }) => {
  const [dupe] = shelf.dupes;
  const address = `/de${shelf.path}`;
  await addReviews(db, dupe!, member, ["Von mir."]);
  await signIn(page, member, `${address}?reviews=${dupe!.id}#dupe-${dupe!.id}`);
  await expectAccessible(page, "reviews, the question of deletion open");
  await gotoHydrated(page, address);
  await upOf(cardOf(page, dupe!)).click();
  await expect(page.getByRole("status")).toBeVisible();
  await expectAccessible(page, "voted");
  await reviewsLinkOf(cardOf(page, dupe!)).click();
  await expect(reviewsOf(page)).toBeVisible();
  await expectAccessible(page, "reviews opened by a script");
  await reviewsOf(page).getByRole("textbox").fill(" ");
  await reviewsOf(page).locator("button.main").last().click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "reviews, refused");
});
