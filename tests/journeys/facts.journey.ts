import { expect, languageCodes, signIn, test } from "./community-steps.ts";
import { translationsOf } from "../support/translations.ts";

for (const language of languageCodes) {
  const { ui, messages, pages } = translationsOf(language);

  test(`a reader says what is in a bottle, in ${language}`, async ({ page, db, shelf, member }) => {
    await signIn(page, member, `/${language}${shelf.path}`);
    await page.getByRole("link", { name: ui.suggest.facts }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(pages.facts.title);
    await page.getByLabel(pages.facts.concentracion).selectOption("edp");
    await page.getByLabel(pages.facts.notas).fill("birch, oak moss");
    await page.getByLabel(pages.facts.anio).fill("1066");
    await page.getByRole("button", { name: pages.facts.submit }).click();
    await expect(page.getByRole("alert")).toContainText(messages.facts.year);
    await expect(page.getByLabel(pages.facts.concentracion)).toHaveValue("edp");
    await expect(page.getByLabel(pages.facts.notas)).toHaveValue("birch, oak moss");
    await page.getByLabel(pages.facts.anio).fill("2010");
    await page.getByRole("button", { name: pages.facts.submit }).click();
    await expect(page.getByRole("status").first()).toHaveText(messages.perfume.suggested);
    const suggested = await db
      .selectFrom("fact_suggestions")
      .select(["concentracion", "anio", "notas", "state"])
      .where("user_id", "=", member.id)
      .executeTakeFirstOrThrow();
    const facts = { concentracion: "edp", anio: 2010, notas: "birch|oak moss" };
    expect(suggested).toEqual({ ...facts, state: "waiting" });
  });
}
