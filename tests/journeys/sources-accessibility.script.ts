import { expectAccessible } from "./axe.ts";
import { cardOf, expect, test } from "./community-steps.ts";
import { addSourced } from "./source-steps.ts";
import { compareLinkOf } from "./verdict-steps.ts";
import { translationsOf } from "../support/translations.ts";

test("axe finds nothing in cards with sources, which are no higher, and on a pair's page", async ({
  page,
  db,
  member,
}) => {
  const { path, voted, denied } = await addSourced(db, member.name);
  await page.goto(`/de${path}`);
  await expectAccessible(page, "sources counted");
  const acts = await cardOf(page, { id: voted }).locator(".acts").boundingBox();
  expect(acts!.height).toBeLessThanOrEqual(46);
  await compareLinkOf(cardOf(page, { id: denied }), translationsOf("de")).click();
  await expect(page.locator("#sources li")).toHaveCount(4);
  await expectAccessible(page, "pair with sources");
});
