import { formatIn } from "#app/i18n/format.ts";
import { languageCodes, languages } from "#app/i18n/languages.ts";
import type { Flows } from "./flow-steps.ts";
import { expect, search } from "./steps.ts";

export const catalogFlows: Flows = {
  async search({ page, texts: { language, t } }) {
    const query = "bacarat rouge";
    await page.goto(`/${language}`);
    await search(page, query);
    const found = page.locator("main .grid > li");
    await expect(found.first()).toContainText("Baccarat Rouge 540");
    const count = await found.count();
    const shown = formatIn(language).number(count);
    const results = t("search.results", { query, count, shown });
    await expect(page.getByRole("heading", { name: results, exact: true })).toBeVisible();
  },

  async browse({ page, texts: { language, ui, pages } }) {
    await page.goto(`/${language}`);
    await page.locator("header summary", { hasText: ui.nav.menu }).click();
    await page.locator("header details").getByRole("link", { name: ui.nav.brands }).click();
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(pages.brands.title);
    await page.getByRole("link", { name: "Creed", exact: true }).click();
    await expect(title).toHaveText(pages.brand.heading.replace("{{marca}}", "Creed"));
    await page.getByRole("link", { name: "Aventus", exact: true }).click();
    await expect(title).toContainText("Aventus");
    await expect(page).toHaveURL(/\/perfume\/creed-aventus-\d+$/u);
  },

  async open({ page, texts: { language, ui } }) {
    await page.goto(`/${language}`);
    const { top, popular } = ui.home;
    await expect(
      page.getByRole("heading", { name: new RegExp(`${top}|${popular}`) }),
    ).toBeVisible();
    const first = page.locator("main .grid a").first();
    const name = await first.textContent();
    await first.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name!);
    const figures = await page.locator(".dupe .score b").allTextContents();
    const similarities = figures.map(Number.parseFloat);
    expect(similarities.length).toBeGreaterThan(1);
    expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
    await page.getByRole("link", { name: ui.perfume.back, exact: true }).click();
    await page.waitForURL(new RegExp(`/${language}(#explore)?$`, "u"));
  },

  async "change language"({ page, texts: { language } }) {
    const other = languageCodes[(languageCodes.indexOf(language) + 1) % languageCodes.length]!;
    await page.goto(`/${language}/brand/creed`);
    await page.locator("header summary", { hasText: languages[language] }).click();
    await page.getByRole("button", { name: languages[other] }).click();
    await page.waitForURL(`**/${other}/brand/creed`);
    await expect(page.locator("html")).toHaveAttribute("lang", other);
    await page.goto("/about");
    await expect(page.locator("html")).toHaveAttribute("lang", other);
  },
};
