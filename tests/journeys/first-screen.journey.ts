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
        expect([path, answer!.status()]).toEqual([path, 200]);
        expect(first.top).toBeLessThan(340);
        const intro = page.locator(".intro");
        expect((await intro.boundingBox())!.height).toBeLessThan(20);
        expect((await intro.boundingBox())!.y).toBeLessThan(first.top);
        expect(second.bottom).toBeLessThanOrEqual(844);
        const heights = boxes.map(({ height }) => height);
        expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(48);
      }
    });
