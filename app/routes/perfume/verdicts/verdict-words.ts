import {
  type Answer,
  answersTo,
  countsOf,
  type Phrase,
  phraseOf,
  type Question,
  questions,
  tellingPhrase,
  type VerdictCounts,
} from "#app/domain/reviews/verdict-questions.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";

type AnswerKey = { [Q in Question]: `${Q}.${Answer<Q>}` }[Question];

/** A cast, because the compiler does not know which answers belong to a question. */
export const answerKey = (question: Question, answer: Answer) =>
  `${question}.${answer}` as AnswerKey;

/** "lasts less: 5 of 7"; undefined with too few verdicts for that (RULES.md 5.10). */
export function saidInVerdicts(language: Language, counts: VerdictCounts): string | undefined {
  const phrase = tellingPhrase(counts);
  return phrase && inWords(language, phrase);
}

export function saidOnLasting(language: Language, counts: VerdictCounts): string | undefined {
  const phrase = phraseOf(counts, "lasting");
  return phrase ? inWords(language, phrase) : undefined;
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
  const { t } = translatorIn(language);
  if (phrase.kind === "differ")
    return t("pages:verdict.differ", { topic: t(`pages:verdict.topics.${phrase.question}`) });
  const { question, answer } = phrase;
  return t("pages:verdict.phrase", {
    phrase: t(`pages:verdict.phrases.${answerKey(question, answer)}`),
    figure: figureOf(language, phrase),
  });
}

/** "5 of 7", or "71 % of 24". */
export function figureOf(
  language: Language,
  { n, of, percent }: { n: number; of: number; percent: number | null },
): string {
  const { number, percent: write } = formatIn(language);
  const { t } = translatorIn(language);
  return percent === null
    ? t("pages:verdict.counted", { n: number(n), of: number(of) })
    : t("pages:verdict.share", { percent: write(percent), of: number(of) });
}
