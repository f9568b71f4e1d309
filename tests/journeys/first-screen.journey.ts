import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./steps.ts";
import { languageCodes } from "#app/i18n/languages.ts";

/** A current phone (RULES.md 11.5). */
test.use({ viewport: { width: 390, height: 844 } });

// Colours do not affect the layout, so dark is checked only in the language with the longest words.
for (const colorScheme of ["light", "dark"] as const)
  for (const language of colorScheme === "light" ? languageCodes : (["de"] as const))
    test(`the first screen of a perfume has three whole cards with prices, the first above 330 px, in ${language}, ${colorScheme}`, async ({
      page,
      javaScriptEnabled,
    }) => {
      await page.emulateMedia({ colorScheme });
      const answer = await page.goto(`/${language}/perfume/dior-sauvage-1`);
      expect(answer!.status()).toBe(200);
      // Elements that appear only with scripts must not push the cards down.
      if (javaScriptEnabled) {
        await page.locator("header").getByRole("link").first().focus();
        await hydrated(page);
      }
      const boxes = await page
        .locator(".dupe")
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()));
      // The sample's line, which no real site has (RULES.md 1.14).
      const { height: line } = (await page.locator("header [role=note]").boundingBox())!;
      // The facts of the bottle, and the introduction.
      const [facts, intro] = await page
        .locator(".intro")
        .evaluateAll((lines) => lines.map((one) => one.getBoundingClientRect().toJSON()));
      await expect(page.locator(".dupe").first().locator(".amount")).toBeVisible();
      expect(line).toBeLessThan(30);
      expect(boxes[0].top).toBeLessThanOrEqual(330 + line);
      for (const { height } of [facts, intro]) expect(height).toBeLessThan(20);
      expect(intro.y).toBeLessThan(boxes[0].top);
      expect(boxes[2].bottom).toBeLessThanOrEqual(844 + line);
    });

const textOfTwiceTheSize = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
  });

/** Elements beyond the sides, or with text cut off that has no ellipsis. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((one) => one.checkVisibility() && !one.closest(".unseen, .skip, svg"))
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        const { overflowX, textOverflow } = getComputedStyle(one);
        const isCut = overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1;
        return left < -1 || right > innerWidth + 1 || (isCut && textOverflow !== "ellipsis");
      })
      .map((one) => one.outerHTML.slice(0, 100)),
  );

for (const width of [320, 360])
  test(`at ${width} px with text of twice the size nothing is cut off or sideways`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const path of [
      "",
      "?q=sauvage",
      "/perfume/dior-sauvage-1",
      "/perfume/dior-sauvage-1?prices=1",
      "/perfume/dior-sauvage-1?price=1",
      "/perfume/dior-sauvage-1?sort=value&max=x",
      "/perfume/jean-paul-gaultier-le-male-101",
      "/auth",
      "/contact",
      "/brands",
    ]) {
      await page.goto(`/de${path}`);
      await textOfTwiceTheSize(page);
      expect([path, await cutOff(page)]).toEqual([path, []]);
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
