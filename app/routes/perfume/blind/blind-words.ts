import {
  type BlindCounts,
  guessed,
  testsForCard,
  verdictOfTests,
} from "#app/domain/reviews/blind-counts.ts";
import { config, type RequestContext } from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";

/** "Hard to tell apart", and "14 of 40 found the odd one; guessing finds 13" (RULES.md 5.11). */
export function testsInWords(language: Language, counts: BlindCounts) {
  const { t } = translatorIn(language);
  const { number } = formatIn(language);
  const { tests, found } = counts;
  return {
    phrase: t(`pages:blind.${verdictOfTests(counts)}`),
    figures: t("pages:blind.figures", {
      count: found,
      found: number(found),
      tests: number(tests),
      guessed: number(guessed(tests)),
    }),
  };
}

export function testsOnCard(language: Language, counts: BlindCounts | undefined) {
  if (!counts || counts.tests < testsForCard) return undefined;
  const { number } = formatIn(language);
  return translatorIn(language).t("pages:blind.card", {
    found: number(counts.found),
    tests: number(counts.tests),
    phrase: testsInWords(language, counts).phrase,
  });
}

export const blindAddress = (context: RequestContext) =>
  `${new URL(context.get(config).origin).host}/blind`;
