import { translationsOf } from "../support/translations.ts";
import { expectAccessible } from "./axe.ts";
import { addReviews, expect, reviewsOf, signIn, test } from "./community-steps.ts";

test("axe finds nothing in the forms, empty and refused", async ({
  page,
  db,
  shelf,
  member,
  other,
}) => {
  const [dupe] = shelf.dupes;
  await addReviews(db, dupe!, other, ["An opinion."]);
  const address = `/de${shelf.path}?reviews=${dupe!.id}`;
  await signIn(page, member, address);
  const { ui, pages } = translationsOf("de");
  await expectAccessible(page, "a review that can be reported");
  const link = reviewsOf(page).getByRole("link", { name: ui.reviews.report });
  const box = (await link.boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await link.click();
  await expect(page.getByLabel(pages.report.reason)).toBeVisible();
  await expectAccessible(page, "the form to report a review");
  await page.getByRole("button", { name: pages.report.submit }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "a refused report");
  await page.goto("/de/notice");
  await expectAccessible(page, "the form for notices");
  await page.getByRole("button", { name: pages.notice.submit }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "a refused notice");
});

test("axe finds nothing in the form for what is in a bottle, empty and refused", async ({
  page,
  shelf,
  member,
}) => {
  const { pages } = translationsOf("de");
  await signIn(page, member, `/de${shelf.path}?suggest=facts`);
  await expectAccessible(page, "the form for what is in a bottle");
  await page.getByRole("button", { name: pages.facts.submit }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "refused facts of a bottle");
});
