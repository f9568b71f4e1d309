import { expect, test } from "vitest";
import { digitsInSequence, digitsOf, wordsForDigits } from "./numbers.ts";

test("number words are read in six languages", () => {
  for (const word of [
    "twentyfour",
    "veinticuatro",
    "vingtquatre",
    "vierundzwanzig",
    "ventiquattro",
    "vinteequatro",
    "xxiv",
  ]) {
    expect(digitsOf(word)).toBe("24");
  }
  expect(digitsOf("doscientosdoce")).toBe("212");
  expect(digitsOf("perfume")).toBeUndefined();
});

test("successive number words are concatenated", () => {
  expect(digitsInSequence(["forty", "seven", "eleven"])).toBe("4711");
  expect(digitsInSequence(["five", "forty"])).toBe("540");
  expect(digitsInSequence(["five", "roses"])).toBeUndefined();
});

test("a digit is written as words and as a Roman numeral", () => {
  expect([...wordsForDigits("2")]).toEqual(expect.arrayContaining(["two", "dos", "ii", "zwei"]));
});
