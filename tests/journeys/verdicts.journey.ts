import { addVerdictCounts } from "../support/verdicts.ts";
import { translationsOf } from "../support/translations.ts";
import { cardOf, expect, languageCodes, signIn, test } from "./community-steps.ts";
import { verdictLinkOf, verdictOf } from "./verdict-steps.ts";

/** A small phone. */
test.use({ viewport: { width: 360, height: 740 } });

for (const language of languageCodes) {
  const texts = translationsOf(language);
  const { messages, t } = texts;
  const { verdict } = texts.pages;
  const { less, same } = verdict.answers.lasting;
  const counted = (n: number, of: number) => t("pages:verdict.counted", { n: `${n}`, of: `${of}` });
  const soFar = (count: number) => t("pages:verdict.soFar", { count });

  test(`a person says that a dupe lasts less, sees it counted, changes it and deletes it, in ${language}`, async ({
    page,
    db,
    shelf,
    member,
  }) => {
    const [dupe] = shelf.dupes;
    await addVerdictCounts(db, dupe!.id, { lasting: [2, 1, 1] });
    await signIn(page, member, `/${language}${shelf.path}`);
    const card = cardOf(page, dupe!);
    const link = verdictLinkOf(card);
    const panel = verdictOf(page, shelf, texts);
    const row = (answer: string) => panel.getByRole("row", { name: answer });
    const answerTo = panel.getByRole("group", { name: verdict.lasting });
    await expect(link).toHaveText(soFar(4));
    await link.click();
    await expect(panel).toBeInViewport();
    await expect(row(less)).toContainText(counted(2, 4));
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    await answerTo.getByLabel(less).check();
    await panel.getByLabel(verdict.worn).check();
    await panel.getByRole("button", { name: verdict.submit }).click();
    await expect(page.getByRole("status").first()).toHaveText(messages.verdicts.given);
    await expect(card).toBeInViewport();
    await expect(panel).toBeHidden();
    await expect(link).toHaveText(
      t("pages:verdict.phrase", { phrase: verdict.phrases.lasting.less, figure: counted(3, 5) }),
    );

    await link.click();
    await expect(row(less)).toContainText(counted(3, 5));
    await expect(answerTo.getByLabel(less)).toBeChecked();
    await answerTo.getByLabel(same).check();
    await panel.getByRole("button", { name: verdict.change }).click();
    await expect(page.getByRole("status").first()).toHaveText(messages.verdicts.changed);
    await expect(link).toHaveText(soFar(5));
    await link.click();
    await expect(row(less)).toContainText(counted(2, 5));
    await expect(row(same)).toContainText(counted(2, 5));

    await page.goto(`/${language}/shelf`);
    const own = page.locator("#verdicts");
    await expect(own).toContainText(same);
    await own.getByRole("link", { name: dupe!.nombre }).click();
    await panel.getByRole("button", { name: verdict.delete }).click();
    await expect(page.getByRole("status").first()).toHaveText(messages.verdicts.deleted);
    await expect(link).toHaveText(soFar(4));
    await link.click();
    await expect(row(same)).toContainText(counted(1, 4));
    await expect(answerTo.getByRole("radio", { checked: true })).toHaveCount(0);
  });
}
