import { expect, test } from "vitest";
import { bitsIn, lettersOf, mistakesBetween } from "./typos.ts";

test("a wrong, a missing, an extra letter and two swapped ones are one mistake each", () => {
  for (const typed of ["aventis", "avntus", "aventuus", "avetnus"])
    expect(mistakesBetween(typed, "aventus", 2)).toBe(1);
});

test("counting mistakes stops just above the limit", () => {
  expect(mistakesBetween("abcdefgh", "stuvwxyz", 2)).toBe(3);
  expect(mistakesBetween("abc", "abcdefgh", 2)).toBe(3);
});

test("one mistake changes at most two of the letters used", () => {
  expect(bitsIn(lettersOf("aventus") ^ lettersOf("aventis"))).toBe(2);
  expect(lettersOf("listen")).toBe(lettersOf("silent"));
});
