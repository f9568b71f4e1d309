import { axeLanguages, expectAccessible } from "./axe.ts";
import { expect, test } from "./community-steps.ts";
import { addSourced } from "./source-steps.ts";

for (const language of axeLanguages)
  test(`axe finds nothing in cards with sources and in opened ones in ${language}`, async ({
    page,
    db,
    member,
  }) => {
    const { path, denied } = await addSourced(db, member.name);
    await page.goto(`/${language}${path}`);
    await expectAccessible(page, "sources counted");
    await page.goto(`/${language}${path}?sources=${denied}`);
    await expect(page.locator("#sources li")).toHaveCount(4);
    await expectAccessible(page, "sources open");
  });
