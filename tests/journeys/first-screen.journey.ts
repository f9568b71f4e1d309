import { expect, hydrated, test } from "./steps.ts";
import { languageCodes } from "#app/i18n/languages.ts";

/** A current phone (RULES.md 11.5). */
test.use({ viewport: { width: 390, height: 844 } });

// Colours do not affect the layout, so dark is checked only in the language with the longest words.
for (const colorScheme of ["light", "dark"] as const)
  for (const language of colorScheme === "light" ? languageCodes : (["de"] as const))
    test(`the first screen of a perfume has two whole cards, the first above 340 px, in ${language}, ${colorScheme}`, async ({
      page,
      javaScriptEnabled,
    }) => {
      await page.emulateMedia({ colorScheme });
      for (const path of ["creed-aventus-3", "dior-sauvage-2"]) {
        const answer = await page.goto(`/${language}/perfume/${path}`);
        // Elements that appear only with scripts must not push the cards down.
        if (javaScriptEnabled) {
          await page.locator("header").getByRole("link").first().focus();
          await hydrated(page);
        }
        const boxes = await page
          .locator(".dupe")
          .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()));
        const [first, second] = boxes;
        // The sample's line, which no real site has (RULES.md 1.14).
        const { height: line } = (await page.locator("header [role=note]").boundingBox())!;
        expect(line).toBeLessThan(30);
        expect([path, answer!.status()]).toEqual([path, 200]);
        expect(first.top).toBeLessThan(340 + line);
        const intro = page.locator(".intro");
        expect((await intro.boundingBox())!.height).toBeLessThan(20);
        expect((await intro.boundingBox())!.y).toBeLessThan(first.top);
        expect(second.bottom).toBeLessThanOrEqual(844 + line);
        const heights = boxes.map(({ height }) => height);
        expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(48);
        const meters = await page
          .locator(".meter")
          .evaluateAll((all) => all.map((meter) => meter.getBoundingClientRect().height));
        expect(new Set(meters)).toEqual(new Set([44]));
      }
    });

test("the line about the sample is one line at 360 px in every language", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const language of languageCodes) {
    await page.goto(`/${language}/about`);
    const { height } = (await page.locator("header [role=note]").boundingBox())!;
    expect([language, height < 30]).toEqual([language, true]);
  }
});
