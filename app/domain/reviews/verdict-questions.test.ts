import { expect, test } from "vitest";
import {
  lastingScore,
  noVerdicts,
  phraseOf,
  tellingPhrase,
  type VerdictCounts,
} from "./verdict-questions.ts";

const counts = (said: Partial<VerdictCounts>): VerdictCounts => ({ ...noVerdicts, ...said });
const lasting = (less: number, same: number, more: number) =>
  counts({ lasting: { less, same, more } });

test("below three answers nothing is said of a question (RULES.md 5.10)", () => {
  expect(phraseOf(lasting(2, 0, 0), "lasting")).toBeNull();
  expect(phraseOf(lasting(3, 0, 0), "lasting")).toMatchObject({ answer: "less", n: 3, of: 3 });
});

test("three to nine answers are counts, ten or more a percentage (RULES.md 5.10)", () => {
  expect(phraseOf(lasting(5, 2, 0), "lasting")).toEqual({
    question: "lasting",
    kind: "most",
    answer: "less",
    n: 5,
    of: 7,
    percent: null,
  });
  expect(phraseOf(lasting(6, 3, 0), "lasting")).toMatchObject({ percent: null });
  expect(phraseOf(lasting(7, 3, 0), "lasting")).toMatchObject({ n: 7, of: 10, percent: 70 });
  expect(phraseOf(lasting(1, 10, 1), "lasting")).toMatchObject({ answer: "same", percent: 83 });
});

test.each([
  ["three against three", [3, 0, 3], "differ"],
  ["three tenths each", [3, 4, 3], "differ"],
  ["a majority against three tenths", [7, 0, 3], "differ"],
  ["a majority against fewer", [7, 1, 2], "most"],
  ["the middle answer against both", [2, 6, 2], "most"],
  ["half, which is no majority", [2, 2, 0], undefined],
  ["neither opposites nor a majority", [5, 5, 1], undefined],
] as const)("%s: %j is %s (RULES.md 5.10)", (_, [less, same, more], kind) => {
  expect(phraseOf(lasting(less, same, more), "lasting")?.kind).toBe(kind);
});

test("same and different, and dupe and original, are opposites", () => {
  const all = counts({
    opening: { same: 2, close: 0, different: 2 },
    again: { dupe: 2, either: 0, original: 2 },
  });
  expect(phraseOf(all, "opening")).toEqual({ question: "opening", kind: "differ", of: 4 });
  expect(phraseOf(all, "again")).toEqual({ question: "again", kind: "differ", of: 4 });
});

test("a card has the surest majority; differing opinions come after any (RULES.md 5.10)", () => {
  const said = counts({
    opening: { same: 3, close: 0, different: 0 },
    drydown: { same: 20, close: 0, different: 20 },
    lasting: { less: 18, same: 2, more: 0 },
    projection: { less: 20, same: 16, more: 0 },
    again: { dupe: 8, either: 1, original: 1 },
  });
  expect(tellingPhrase(said)?.question).toBe("lasting");
  const fewer = { ...said, lasting: noVerdicts.lasting };
  expect(tellingPhrase(fewer)?.question).toBe("again");
  const differing = { ...noVerdicts, drydown: said.drydown };
  expect(tellingPhrase(differing)).toMatchObject({ question: "drydown", kind: "differ" });
  expect(tellingPhrase(noVerdicts)).toBeUndefined();
});

test("for lasting, many good answers weigh more than few, and fewer than three nothing", () => {
  expect(lastingScore(lasting(0, 2, 0))).toBeNull();
  expect(lastingScore(lasting(3, 0, 0))).toBe(0);
  expect(lastingScore(lasting(0, 3, 0))).toBeCloseTo(0.4385, 4);
  expect(lastingScore(lasting(1, 4, 5))).toBeCloseTo(0.5958, 4);
  expect(lastingScore(lasting(0, 3, 0))!).toBeLessThan(lastingScore(lasting(1, 4, 5))!);
});
