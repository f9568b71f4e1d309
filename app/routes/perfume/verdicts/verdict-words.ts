import {
  answersTo,
  countsOf,
  type Phrase,
  questions,
  tellingPhrase,
  type VerdictCounts,
} from "#app/domain/reviews/verdict-questions.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { pageTranslations } from "#app/i18n/page-text.server.ts";

/** Texts about verdicts; the compiler knows only a section's first level of keys. */
export const verdictTexts = (language: Language) =>
  pageTranslations(language, "verdict") as (key: string, values?: object) => string;

/** "lasts less: 5 of 7"; with too few verdicts for that, "2 verdicts so far" (RULES.md 5.10). */
export function saidInVerdicts(language: Language, counts: VerdictCounts): string {
  const phrase = tellingPhrase(counts);
  return phrase
    ? inWords(language, phrase)
    : verdictTexts(language)("soFar", { count: counts.verdicts });
}

/** "lasts less: 5 of 7 · lasts as long: 2 of 7", for each question that was answered. */
export const answersInWords = (language: Language, counts: VerdictCounts): string[] =>
  questions.flatMap((question) => {
    const of = answersTo(counts, question);
    const given = countsOf(counts, question).filter(({ n }) => n > 0);
    const phrases = given
      .toSorted((one, other) => other.n - one.n)
      .map((one) => inWords(language, { question, kind: "most", ...one, of, percent: null }));
    return phrases.length === 0 ? [] : phrases.join(" · ");
  });

function inWords(language: Language, phrase: Phrase): string {
  const say = verdictTexts(language);
  if (phrase.kind === "differ") return say("differ", { topic: say(`topics.${phrase.question}`) });
  const { question, answer } = phrase;
  return say("phrase", {
    phrase: say(`phrases.${question}.${answer}`),
    figure: figureOf(language, phrase),
  });
}

/** "5 of 7", or "71 % of 24". */
export function figureOf(
  language: Language,
  { n, of, percent }: { n: number; of: number; percent: number | null },
): string {
  const { number, percent: write } = formatIn(language);
  const say = verdictTexts(language);
  return percent === null
    ? say("counted", { n: number(n), of: number(of) })
    : say("share", { percent: write(percent), of: number(of) });
}
