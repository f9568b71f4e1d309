import { expect, test } from "vitest";
import { fold } from "./fold.ts";
import { tokensOf } from "./tokenize.ts";

test("accents, capitals, apostrophes and signs fold away", () => {
  expect(fold("Terre d’Hermès")).toBe("terre d hermes");
  expect(fold("A*Men")).toBe("a men");
  expect(fold("Œillet ß Ø")).toBe("oeillet ss o");
});

test("Cyrillic letters are transliterated by look inside a Latin word and by sound otherwise", () => {
  expect(fold("Uniсоrn")).toBe("unicorn");
  expect(fold("Диор")).toBe("dior");
});

test("all number signs fold to one word, and leading zeros are dropped", () => {
  for (const text of ["N°7", "No. 7", "nº 7", "N7", "numero 7", "no 07"])
    expect(tokensOf(text)).toEqual(["no", "7"]);
});

test("a concentration is one word, even with a typo", () => {
  expect(tokensOf("Luna Eau de Parfum")).toEqual(["luna", "edp"]);
  expect(tokensOf("luna eau de toilete")).toEqual(["luna", "edt"]);
  expect(tokensOf("lunaeaudeparfum")).toEqual(["luna", "edp"]);
});

test("a text without letters or digits folds to an empty one", () => {
  expect(tokensOf("")).toEqual([]);
  expect(tokensOf("😀 % * 你好")).toEqual([]);
});
