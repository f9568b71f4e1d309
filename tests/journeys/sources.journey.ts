import { cardOf, expect, languageCodes, test } from "./community-steps.ts";
import { addSourced } from "./source-steps.ts";

for (const language of languageCodes) {
  test(
    `sources make no card higher on a phone, in ${language}`,
    { tag: "@layout" },
    async ({ page, db, member }) => {
      const { path, voted } = await addSourced(db, member.name);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/${language}${path}`);
      const acts = await cardOf(page, { id: voted }).locator(".acts").boundingBox();
      expect(acts!.height).toBeLessThanOrEqual(46);
    },
  );
}
