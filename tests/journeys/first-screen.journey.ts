import type { Page } from "@playwright/test";
import { boxesOf, cutOff, isWhole } from "./layout-steps.ts";
import { expect, hydrated, test } from "./steps.ts";
import { languageCodes } from "#app/i18n/languages.ts";

/** A current phone (RULES.md 11.5). */
const phone = { width: 390, height: 844 };
test.use({ viewport: phone });

const [short, long] = [
  "/perfume/dior-sauvage-1",
  "/perfume/maison-francis-kurkdjian-baccarat-rouge-540-2",
];

/** of the heading's further lines */
const lineHeight = 25;

test("the first screen of a perfume has two whole cards with prices, the first above 330 px, and on 360 px names shops whole, in every language", async ({
  page,
  javaScriptEnabled,
}) => {
  // A page that hydrates has the same texts.
  for (const language of javaScriptEnabled ? (["de"] as const) : languageCodes)
    for (const path of [short, long]) {
      await page.setViewportSize(phone);
      const answer = await page.goto(`/${language}${path}`);
      expect(answer!.status()).toBe(200);
      // Elements that appear only with scripts must not push the cards down.
      if (javaScriptEnabled) {
        await page.keyboard.press("Tab");
        await hydrated(page);
      }
      await expect(page.locator(".dupe").first().locator(".amount")).toBeVisible();
      const cards = await boxesOf(page, ".dupe");
      // The sample's line, which no real site has (RULES.md 1.14).
      const [note] = await boxesOf(page, "header [role=note]");
      const [title] = await boxesOf(page, "h1");
      // The facts of the bottle, a target of 44 px, and the introduction.
      const [facts, intro] = await boxesOf(page, ".in-it summary, .intro");
      const line = note!.height;
      expect(line).toBeLessThan(30);
      const more = (Math.round(title!.height / lineHeight) - 1) * lineHeight;
      expect([language, path, cards[0]!.top <= 330 + line + more]).toEqual([language, path, true]);
      expect(facts!.height).toBeLessThan(45);
      expect(intro!.height).toBeLessThan(20);
      expect(intro!.top).toBeLessThan(cards[0]!.top);
      expect(cards[1]!.bottom).toBeLessThanOrEqual(844 + line);

      await page.setViewportSize({ width: 360, height: 740 });
      const cutShops = await page.locator(".dupe .cost > .shop").evaluateAll((links) =>
        links.filter((link) => {
          // Of the names up to seven letters the widest.
          link.textContent = "Sephora";
          return link.scrollWidth > link.clientWidth;
        }),
      );
      expect([language, path, cutShops.length]).toEqual([language, path, 0]);
    }
});

test(
  "with text of 200 % the first dupe stands within a screen and a half, and no line of the masthead lies on another",
  { tag: "@layout" },
  async ({ page, complaints }) => {
    await page.goto("/es/perfume/creed-aventus-3");
    await page.evaluate("document.documentElement.style.setProperty('font-size', '200%')");
    const [note] = await boxesOf(page, "header [role=note]");
    const [card] = await boxesOf(page, ".dupe");
    const [price, facts, intro] = await boxesOf(page, ".facts, .in-it summary, .intro");
    expect(card!.top - note!.height).toBeLessThanOrEqual(844 * 1.5);
    const padding = 12;
    expect(facts!.top + padding).toBeGreaterThanOrEqual(price!.bottom);
    expect(facts!.bottom - padding).toBeLessThanOrEqual(intro!.top);
    // The policy forbids inline styles, but the CSSOM can set them.
    complaints.splice(0);
  },
);

test(
  "home's search box, first card, header and menus fit in every language",
  { tag: "@layout" },
  async ({ page }) => {
    for (const language of languageCodes) {
      await page.setViewportSize(phone);
      await page.goto(`/${language}`);
      const [card] = await boxesOf(page, ".even > :first-child");
      expect(card!.height).toBeGreaterThan(80);
      expect([language, card!.bottom <= 844]).toEqual([language, true]);

      await page.setViewportSize({ width: 360, height: 740 });
      const [whole, picture] = await boxesOf(
        page,
        ".even > :first-child, .even > :first-child .tile",
      );
      expect(whole!.height - picture!.height).toBeLessThanOrEqual(2);
      const [line] = await boxesOf(page, "header [role=note]");
      expect([language, line!.height < 30]).toEqual([language, true]);

      await page.setViewportSize({ width: 320, height: 568 });
      for (const part of await boxesOf(
        page,
        "main search, main [role=combobox], main search button",
      ))
        expect([language, isWhole(part, 320, 568)]).toEqual([language, true]);
      const [field] = await boxesOf(page, "main [role=combobox]");
      expect(field!.width).toBeGreaterThan(200);
      // The header is one row, below it the sample's line, which no real site has (RULES.md 1.14).
      const [banner, note] = await boxesOf(page, "header.top, header [role=note]");
      expect([language, banner!.height - note!.height < 70]).toEqual([language, true]);
      const menus = page.locator("header details");
      expect(await menus.count()).toBeGreaterThan(1);
      for (const menu of await menus.all()) {
        await menu.locator("summary").click();
        const { x, width } = (await menu.locator(".sheet").boundingBox())!;
        expect([language, x >= 0, x + width <= 320]).toEqual([language, true, true]);
      }

      for (const width of [960, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const [row, search] = await boxesOf(page, "header > .wrap, header .search");
        const found = [language, width, row!.height < 70, search!.width > 90];
        expect(found).toEqual([language, width, true, true]);
      }
    }
  },
);

/** Hearts that touch a link or a thumb of their row. */
const overlaps = (page: Page) =>
  page.locator(".acts").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const heart = row.querySelector(".keep")!.getBoundingClientRect();
      const isUnder = (one: Element) => {
        const { right, top } = one.getBoundingClientRect();
        return right > heart.left && top < heart.bottom - 1;
      };
      return [...row.querySelectorAll("a:not(.keep), .vote")]
        .filter(isUnder)
        .map(({ textContent }) => textContent);
    }),
  );

test(
  "the heart ends the row of the thumbs, however many votes, and links have at most two lines",
  { tag: "@layout" },
  async ({ page }) => {
    await page.goto(`/de${long}`);
    await addDigits(page);
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const heights = (await boxesOf(page, ".acts > a")).map(({ height }) => height);
      expect(Math.max(...heights)).toBeLessThanOrEqual(44);
      const thumbs = await boxesOf(page, ".cast");
      const hearts = await boxesOf(page, ".acts .keep");
      const apart = hearts.map(({ top }, at) => Math.abs(top - thumbs[at]!.top));
      expect(Math.max(...apart)).toBeLessThan(1);
      expect(await overlaps(page)).toEqual([]);
    }
  },
);

const textOfTwiceTheSize = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
  });

const addDigits = (page: Page) =>
  page.locator(".vote").evaluateAll((buttons) => buttons.forEach((button) => button.append("234")));

/** A bottle's first dupe beside it, without a language. */
async function pairOn(page: Page, path: string): Promise<string> {
  await page.goto(`/de${path}`);
  const link = page.locator(".acts > a:not(.keep, [href*='reviews='])").first();
  return (await link.getAttribute("href"))!.slice("/de".length);
}

test(
  "nothing is cut off or sideways at 400 %, nor with text of twice the size",
  { tag: "@layout" },
  async ({ page }) => {
    for (const path of [
      "",
      "?q=sauvage",
      "?q=qzxwvk",
      `?q=${"W".repeat(100)}`,
      "?suggest=perfume",
      short,
      long,
      `${short}?prices=1`,
      `${short}?price=1`,
      `${short}?sort=value&max=x`,
      await pairOn(page, long),
      "/perfume/jean-paul-gaultier-le-male-101",
      "/auth",
      "/auth?mode=signup",
      "/contact",
      "/brands",
      "/brand/dior",
      "/legal-notice",
      "/cookie-policy",
    ]) {
      const answer = await page.goto(`/de${path}`);
      expect([path, answer!.status()]).toEqual([path, 200]);
      await addDigits(page);
      // 1280 × 1024 magnified four times (WCAG 2.2, 1.4.10).
      await page.setViewportSize({ width: 320, height: 256 });
      expect([path, await cutOff(page)]).toEqual([path, []]);
      await textOfTwiceTheSize(page);
      for (const width of [320, 360, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        expect([path, width, await cutOff(page)]).toEqual([path, width, []]);
      }
    }
  },
);

test(
  "at 360 px with text of twice the size results have one column, and a verdict's answers whole words",
  { tag: "@layout" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/de?q=sauvage");
    await textOfTwiceTheSize(page);
    const tiles = await boxesOf(page, ".pick");
    expect(tiles.length).toBeGreaterThan(1);
    expect(new Set(tiles.map(({ left }) => left)).size).toBe(1);
    await page.goto(`/de${await pairOn(page, short)}`);
    await textOfTwiceTheSize(page);
    const answers = await boxesOf(page, "#verdict dd li");
    expect(answers.length).toBeGreaterThan(0);
    expect(Math.min(...answers.map(({ width }) => width))).toBeGreaterThan(100);
  },
);

test("a brand of several lines begins below the name", { tag: "@layout" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/de${long}`);
  await textOfTwiceTheSize(page);
  const [title] = await boxesOf(page, "h1");
  const brand = await page
    .locator(".facts > a")
    .first()
    .evaluate((link) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return [...text.getClientRects()].map(({ top }) => top);
    });
  expect(new Set(brand).size).toBeGreaterThan(1);
  expect(Math.min(...brand) - title!.bottom).toBeGreaterThan(-12);
});
