import { twoLanguages } from "../support/translations.ts";
import { cardOf, expect, test } from "./community-steps.ts";
import { addSourced } from "./source-steps.ts";

test("sources make no card higher on a phone", { tag: "@layout" }, async ({ page, db, member }) => {
  const { path, voted } = await addSourced(db, member.name);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const language of twoLanguages) {
    await page.goto(`/${language}${path}`);
    const acts = await cardOf(page, { id: voted }).locator(".acts").boundingBox();
    expect(acts!.height).toBeLessThanOrEqual(46);
  }
});
