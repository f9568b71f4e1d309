import { expect, test } from "vitest";
import { guessed, verdictOfTests } from "./blind-counts.ts";
import { shareBetween } from "./share-between.ts";

// Wilson, E. B. (1927): Probable inference, the law of succession, and statistical inference. JASA 22, 209–212; with z = 1.96,
// as in Newcombe, R. G. (1998), Statistics in Medicine 17, 857–872, table I, whose rows stand first. The bounds are rounded
// there to four digits. A triangle test is right one time in three by chance (ISO 4120:2021).
test.each([
  [263, 81, 0.2553, 0.3662, "hard"],
  [148, 15, 0.0624, 0.1605, "hard"],
  [20, 0, 0, 0.1611, "hard"],
  [29, 1, 0.0061, 0.1718, "hard"],
  [5, 0, 0, 0.4345, "hard"],
  [5, 1, 0.0362, 0.6245, "few"],
  [5, 3, 0.2307, 0.8824, "few"],
  [5, 4, 0.3755, 0.9638, "tell"],
  [5, 5, 0.5655, 1, "tell"],
  [10, 1, 0.0179, 0.4042, "hard"],
  [10, 3, 0.1078, 0.6032, "few"],
  [10, 6, 0.3127, 0.8318, "few"],
  [10, 7, 0.3968, 0.8922, "tell"],
  [20, 6, 0.1455, 0.519, "hard"],
  [20, 7, 0.1812, 0.5671, "few"],
  [20, 11, 0.3421, 0.7418, "tell"],
  [40, 14, 0.2213, 0.5049, "hard"],
  [40, 20, 0.352, 0.648, "tell"],
  [100, 40, 0.3094, 0.498, "hard"],
  [400, 180, 0.402, 0.499, "hard"],
] as const)("of %i tests, %i found: from %f to %f, %s", (tests, found, least, most, phrase) => {
  const between = shareBetween(found, tests);
  expect(between.least).toBeCloseTo(least, 4);
  expect(between.most).toBeCloseTo(most, 4);
  expect(verdictOfTests({ tests, found })).toBe(phrase);
});

test("where people can tell, but few really do, it says that it is hard", () => {
  expect(shareBetween(180, 400).least).toBeGreaterThan(1 / 3);
  expect(verdictOfTests({ tests: 400, found: 180 })).toBe("hard");
});

test("guessing finds a third", () => {
  expect([5, 20, 40].map(guessed)).toEqual([2, 7, 13]);
});
