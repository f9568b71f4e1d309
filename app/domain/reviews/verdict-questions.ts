import { shareBetween } from "./share-between.ts";

/** What a person who wore both says of a look-alike against its original; the first and the last answer are opposites. */
export const verdictQuestions = {
  opening: ["same", "close", "different"],
  drydown: ["same", "close", "different"],
  lasting: ["less", "same", "more"],
  projection: ["less", "same", "more"],
  again: ["dupe", "either", "original"],
} as const;

export type Question = keyof typeof verdictQuestions;
export type Answer<Q extends Question = Question> = (typeof verdictQuestions)[Q][number];
export type Answers = { [Q in Question]: Answer<Q> | null };
export type VerdictCounts = { verdicts: number } & { [Q in Question]: Record<Answer<Q>, number> };

export const questions = Object.keys(verdictQuestions) as Question[];

export const noVerdicts = {
  verdicts: 0,
  ...Object.fromEntries(
    questions.map((question) => [
      question,
      Object.fromEntries(verdictQuestions[question].map((answer) => [answer, 0])),
    ]),
  ),
} as VerdictCounts;

/** `percent` is null below ten answers: the counts are said in words (RULES.md 5.10). */
export type Phrase =
  | {
      question: Question;
      kind: "most";
      answer: Answer;
      n: number;
      of: number;
      percent: number | null;
    }
  | { question: Question; kind: "differ"; of: number };

/** Fewer answers show nothing (RULES.md 5.10). */
export const fewestAnswers = 3;
const enoughForPercent = 10;
const differFrom = 0.3;

export const countsOf = (counts: VerdictCounts, question: Question) =>
  verdictQuestions[question].map((answer) => ({
    answer,
    n: (counts[question] as Record<Answer, number>)[answer],
  }));

export const answersTo = (counts: VerdictCounts, question: Question): number =>
  countsOf(counts, question).reduce((sum, { n }) => sum + n, 0);

export const percentOf = (n: number, of: number): number | null =>
  of < enoughForPercent ? null : Math.round((100 * n) / of);

/** @returns null below three answers, and where neither more than half agree nor opposites have three tenths each */
export function phraseOf(counts: VerdictCounts, question: Question): Phrase | null {
  const of = answersTo(counts, question);
  if (of < fewestAnswers) return null;
  const given = countsOf(counts, question);
  if (Math.min(given[0]!.n, given.at(-1)!.n) >= differFrom * of)
    return { question, kind: "differ", of };
  const most = given.find(({ n }) => n > of / 2);
  if (!most) return null;
  return { question, kind: "most", ...most, of, percent: percentOf(most.n, of) };
}

/** The surest majority, else differing opinions. */
export function tellingPhrase(counts: VerdictCounts): Phrase | undefined {
  const sureness = (phrase: Phrase) =>
    phrase.kind === "most" ? shareBetween(phrase.n, phrase.of).least : 0;
  return questions
    .flatMap((question) => phraseOf(counts, question) ?? [])
    .toSorted((a, b) => sureness(b) - sureness(a) || b.of - a.of)
    .at(0);
}

/** What share at least say that it lasts as long or longer; null with fewer than three answers. */
export function lastingScore(counts: VerdictCounts): number | null {
  const of = answersTo(counts, "lasting");
  return of < fewestAnswers
    ? null
    : shareBetween(counts.lasting.same + counts.lasting.more, of).least;
}
