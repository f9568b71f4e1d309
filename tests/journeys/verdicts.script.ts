import { addVerdictCounts } from "../support/verdicts.ts";
import { translationsOf } from "../support/translations.ts";
import { cardOf, expect, signIn, test } from "./community-steps.ts";
import { compareLinkOf, saidOn, verdictOf } from "./verdict-steps.ts";

/** A small phone. */
test.use({ viewport: { width: 360, height: 740 } });

const language = "de";
const texts = translationsOf(language);
const { messages, t } = texts;
const { verdict } = texts.pages;
const { less, same } = verdict.answers.lasting;
const counted = (n: number, of: number) => t("pages:verdict.counted", { n: `${n}`, of: `${of}` });

test("a person says that a dupe lasts less, sees it counted, changes it and deletes it", async ({
  page,
  db,
  shelf,
  member,
}) => {
  const [dupe] = shelf.dupes;
  await addVerdictCounts(db, dupe!.id, { lasting: [2, 1, 1] });
  await signIn(page, member, `/${language}${shelf.path}`);
  const card = cardOf(page, dupe!);
  const panel = verdictOf(page);
  const form = panel.locator("summary");
  const row = (answer: string) => panel.getByRole("listitem").filter({ hasText: answer });
  const answerTo = panel.getByRole("group", { name: verdict.lasting });
  await expect(saidOn(card)).toBeHidden();
  await compareLinkOf(card, texts).click();
  await expect(row(less)).toContainText(counted(2, 4));
  await form.click();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  await answerTo.getByLabel(less).check();
  await panel.getByLabel(verdict.worn).check();
  await panel.getByRole("button", { name: verdict.submit }).click();
  await expect(page.getByRole("status").first()).toHaveText(messages.verdicts.given);
  await expect(panel).toBeInViewport();
  await expect(row(less)).toContainText(counted(3, 5));
  await page.goto(`/${language}${shelf.path}`);
  const phrase = { phrase: verdict.phrases.lasting.less, figure: counted(3, 5) };
  await expect(saidOn(card)).toHaveText(t("pages:verdict.phrase", phrase), { ignoreCase: true });

  await compareLinkOf(card, texts).click();
  await form.click();
  await expect(answerTo.getByLabel(less)).toBeChecked();
  await answerTo.getByLabel(same).check();
  await panel.getByRole("button", { name: verdict.change }).click();
  await expect(page.getByRole("status").first()).toHaveText(messages.verdicts.changed);
  await expect(row(less)).toContainText(counted(2, 5));
  await expect(row(same)).toContainText(counted(2, 5));

  await page.goto(`/${language}/shelf`);
  const own = page.locator("#verdicts");
  await expect(own).toContainText(same);
  await own.getByRole("link", { name: dupe!.nombre }).click();
  await form.click();
  await panel.getByRole("button", { name: verdict.delete }).click();
  await expect(page.getByRole("status").first()).toHaveText(messages.verdicts.deleted);
  await expect(row(same)).toContainText(counted(1, 4));
  await expect(panel.locator("input:checked")).toHaveCount(0);
});
