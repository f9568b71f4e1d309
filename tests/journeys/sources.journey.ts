import { translationsOf } from "../support/translations.ts";
import { cardOf, expect, languageCodes, test } from "./community-steps.ts";
import { addSourced } from "./source-steps.ts";

for (const language of languageCodes) {
  const { messages, t } = translationsOf(language);

  test(`a shopper opens what sources say of a dupe inside its card, and closes it, in ${language}`, async ({
    page,
    db,
    member,
  }) => {
    const { path, denied } = await addSourced(db, member.name);
    await page.goto(`/${language}${path}`);
    await expect(page.getByRole("heading", { name: messages.dupeCard.disputed })).toBeVisible();
    const card = cardOf(page, { id: denied });
    const link = card.locator(".acts > a").nth(1);
    const closed = await link.textContent();
    await link.click();
    const nombre = (await card.locator("h3").textContent())!;
    const name = t("sources.title", { nombre });
    const sources = page.getByRole("region", { name, exact: true });
    await expect(sources.getByRole("listitem")).toHaveCount(4);
    await expect(sources).toContainText(messages.sources.for);
    await expect(sources).toContainText(messages.sources.against);
    await expect(sources).toContainText(messages.sources.maker);
    await expect(card).toBeInViewport();
    await expect(link).toContainText(messages.dupeCard.sourcesHide);
    await link.click();
    await expect(sources).toBeHidden();
    await expect(link).toHaveText(closed!);
    expect(new URL(page.url()).search).toBe("");
  });

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
