import { expect, test } from "vitest";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { noVerdicts } from "#app/domain/reviews/verdict-questions.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { answerOf } from "./answer-of.ts";
import { evidenceOf, wordsOn } from "./evidence.ts";

const known = {
  sources_for: 2,
  sources_against: 0,
  catalogues: 3,
  estimacion: 92,
  estimacion_url: "https://parfumo.example/1",
};
const verdicts = {
  ...noVerdicts,
  verdicts: 19,
  lasting: { ...noVerdicts.lasting, same: 17, less: 2 },
};
const supporters = { review: 1, article: 1 };

const inEnglish = (one: Partial<Relation>, counts = noVerdicts, by = {}) =>
  evidenceOf("en", { ...known, ...one } as Relation, counts, by, null);

test("a card says the strongest that is known: verdicts, then sources, an estimate, shops' catalogues", () => {
  const none = { sources_for: 0 };
  expect([
    inEnglish({}, verdicts, supporters),
    inEnglish({}, noVerdicts, supporters),
    inEnglish(none),
    inEnglish({ ...none, estimacion: null }),
    inEnglish({ ...none, estimacion: null, catalogues: 0 }),
  ]).toEqual([
    "Lasts as long: 89% (19 answers)",
    "A review and an article say so",
    "Estimate by parfumo.example: 92%",
    "Named in 3 shops’ catalogues",
    undefined,
  ]);
});

test("where sources disagree, both numbers stand there", () => {
  expect(inEnglish({ sources_against: 1 }, noVerdicts, supporters)).toBe(
    "2\u00a0for, 1\u00a0against",
  );
});

test("one and several sources have their own words in every language", () => {
  const said = languageCodes.map((language) =>
    [1, 2]
      .map((review) => {
        const relation = { ...known, sources_for: review } as Relation;
        return evidenceOf(language, relation, noVerdicts, { review }, null);
      })
      .join(" | "),
  );
  expect(said).toEqual([
    "Lo dice una reseña | Lo dicen 2 reseñas",
    "A review says so | 2 reviews say so",
    "Selon une critique | Selon 2 critiques",
    "Das sagt ein Testbericht | Das sagen 2 Testberichte",
    "Lo dice una recensione | Lo dicono 2 recensioni",
    "É o que diz uma análise | É o que dizem 2 análises",
  ]);
});

test.each([
  [{ likes: 0, dislikes: 1, few_voices: 0 }, "0 of 1 say they smell alike", /^So far, 0 of 1/u],
  [{ likes: 6, dislikes: 0, few_voices: 1 }, "Few votes", /^Few votes\.$/u],
  [{ likes: 0, dislikes: 3, few_voices: 0, porcentaje: 0 }, undefined, /^Most people say no/u],
])(
  "the votes of few people are no figure, on a card nor in a pair's answer: %j (RULES.md 1.6, 5.7)",
  (votes, words, answer) => {
    const relation = { ...known, ...votes } as Relation;
    expect(wordsOn("en", relation)).toBe(words);
    expect(answerOf("en", relation)).toMatch(answer);
  },
);
