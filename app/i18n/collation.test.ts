import { expect, test } from "vitest";
import { comparerIn } from "./collation.ts";

test("accents and capitals do not change the order, and numbers are ordered by value", () => {
  const names = ["Zara", "Éclat", "No. 19", "Eau", "No. 5", "Ebène", "zen"];
  expect(names.toSorted(comparerIn("fr"))).toEqual([
    "Eau",
    "Ebène",
    "Éclat",
    "No. 5",
    "No. 19",
    "Zara",
    "zen",
  ]);
});

test("the order is the language's own: ñ is a letter after n in Spanish, and an n elsewhere", () => {
  const names = ["Nz", "Ña", "Na"];
  expect(names.toSorted(comparerIn("es"))).toEqual(["Na", "Nz", "Ña"]);
  expect(names.toSorted(comparerIn("en"))).toEqual(["Na", "Ña", "Nz"]);
});
