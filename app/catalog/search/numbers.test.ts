import { expect, test } from "vitest";
import { digitsInTurn, digitsOf, spelledOut } from "./numbers.ts";

test("numbers in words are read in six languages", () => {
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

test("numbers said one after another stand side by side", () => {
  expect(digitsInTurn(["forty", "seven", "eleven"])).toBe("4711");
  expect(digitsInTurn(["five", "forty"])).toBe("540");
  expect(digitsInTurn(["five", "roses"])).toBeUndefined();
});

test("a digit is found by its words", () => {
  expect([...spelledOut("2")]).toEqual(expect.arrayContaining(["two", "dos", "ii", "zwei"]));
});
