import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./steps.ts";
import { languageCodes } from "#app/i18n/languages.ts";

/** A current phone (RULES.md 11.5). */
test.use({ viewport: { width: 390, height: 844 } });

const [short, long] = [
  "/perfume/dior-sauvage-1",
  "/perfume/maison-francis-kurkdjian-baccarat-rouge-540-2",
];

/** of the heading's further lines */
const lineHeight = 25;

test("the first screen of a perfume has two whole cards with prices, the first above 330 px, in every language", async ({
  page,
  javaScriptEnabled,
}) => {
  for (const language of languageCodes)
    for (const path of [short, long]) {
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
  "home's first popular card is whole on the first screen in every language",
  { tag: "@layout" },
  async ({ page }) => {
    for (const language of languageCodes) {
      await page.goto(`/${language}`);
      const [card] = await boxesOf(page, ".even > :first-child");
      expect(card!.height).toBeGreaterThan(80);
      expect([language, card!.bottom <= 844]).toEqual([language, true]);
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

const boxesOf = (page: Page, selector: string): Promise<DOMRect[]> =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));

test(
  "the heart ends the row of the thumbs, however many votes, and links have at most two lines",
  { tag: "@layout" },
  async ({ page }) => {
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`/de${long}`);
      const heights = (await boxesOf(page, ".acts > a")).map(({ height }) => height);
      expect(Math.max(...heights)).toBeLessThanOrEqual(44);
      await addDigits(page);
      const thumbs = await boxesOf(page, ".cast");
      const hearts = await boxesOf(page, ".acts .keep");
      const apart = hearts.map(({ top }, at) => Math.abs(top - thumbs[at]!.top));
      expect(Math.max(...apart)).toBeLessThan(1);
      expect(await overlaps(page)).toEqual([]);
    }
  },
);

test(
  "the picture of home's first perfume fills its side of the card",
  { tag: "@layout" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/de");
    const [card] = await boxesOf(page, ".even > :first-child");
    const [picture] = await boxesOf(page, ".even > :first-child .tile");
    expect(card!.height - picture!.height).toBeLessThanOrEqual(2);
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

/** Elements beyond the sides, or with text cut off that has no ellipsis; the row of sorts is scrolled. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((one) => one.checkVisibility() && !one.closest(".unseen, .skip, svg, .answers"))
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        const { overflowX, textOverflow } = getComputedStyle(one);
        const isCut = overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1;
        return left < -1 || right > innerWidth + 1 || (isCut && textOverflow !== "ellipsis");
      })
      .map((one) => one.outerHTML.slice(0, 100)),
  );

for (const width of [320, 360])
  test(
    `at ${width} px with text of twice the size nothing is cut off or sideways`,
    { tag: "@layout" },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      const pair = await pairOn(page, long);
      for (const path of [
        "",
        "?q=sauvage",
        "/perfume/dior-sauvage-1",
        long,
        "/perfume/dior-sauvage-1?prices=1",
        "/perfume/dior-sauvage-1?price=1",
        pair,
        "/perfume/dior-sauvage-1?sort=value&max=x",
        "/perfume/jean-paul-gaultier-le-male-101",
        "/auth",
        "/contact",
        "/brands",
      ]) {
        await page.goto(`/de${path}`);
        await textOfTwiceTheSize(page);
        await addDigits(page);
        expect([path, await cutOff(page)]).toEqual([path, []]);
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

test(
  "at 360 px a card's button names the shop whole, up to seven letters",
  { tag: "@layout" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const language of languageCodes) {
      await page.goto(`/${language}${long}`);
      const shops = page.locator(".dupe .cost > .shop");
      const cut = await shops.evaluateAll(
        (links) =>
          links.filter((link) => {
            link.textContent = "Sephora";
            return link.scrollWidth > link.clientWidth;
          }).length,
      );
      expect([language, cut]).toEqual([language, 0]);
    }
  },
);

test(
  "the line about the sample is one line at 360 px in every language",
  { tag: "@layout" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const language of languageCodes) {
      await page.goto(`/${language}/about`);
      const { height } = (await page.locator("header [role=note]").boundingBox())!;
      expect([language, height < 30]).toEqual([language, true]);
    }
  },
);
