import { expectAccessible } from "./axe.ts";
import { expect, test } from "./community-steps.ts";
import { addSourced } from "./source-steps.ts";

test("axe finds nothing in cards with sources and in opened ones", async ({ page, db, member }) => {
  const { path, denied } = await addSourced(db, member.name);
  await page.goto(`/de${path}`);
  await expectAccessible(page, "sources counted");
  await page.goto(`/de${path}?sources=${denied}`);
  await expect(page.locator("#sources li")).toHaveCount(4);
  await expectAccessible(page, "sources open");
});
