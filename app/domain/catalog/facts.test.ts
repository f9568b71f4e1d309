import { expect, test } from "vitest";
import { factsOf, newestYear, readFact } from "./facts.ts";

test("a concentration and a gender are words of a list", () => {
  expect(["edp", " extrait ", "", "EDP", "water"].map(readFact.concentracion)).toEqual([
    "edp",
    "extrait",
    null,
    undefined,
    undefined,
  ]);
  expect(["unisex", " ", "both"].map(readFact.genero)).toEqual(["unisex", null, undefined]);
});

test("a year is from 1700 to the next one", () => {
  const wrong = ["1699", `${newestYear() + 1}`, "0x7D0", "2015.0", "-2015", "02015", "two"];
  expect([" 1700", `${newestYear()}`, "", ...wrong].map(readFact.anio)).toEqual([
    1700,
    newestYear(),
    null,
    ...wrong.map(() => undefined),
  ]);
});

test("a family is one clean line of at most 60 characters", () => {
  const read = [" amber   floral ", "\n", "a".repeat(60), "a".repeat(61), "am\u200bber", "\u2800"];
  expect(read.map(readFact.familia)).toEqual([
    "amber floral",
    null,
    "a".repeat(60),
    undefined,
    undefined,
    null,
  ]);
});

test("notes keep their order and are stored once each, up to eight of at most 40 characters", () => {
  const eight = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const read = [
    " saffron, jasmine|  fir   resin |",
    "rose|Rose|oud",
    " , |",
    eight.join(),
    [...eight, "A"].join("|"),
    [...eight, "i"].join("|"),
    "a".repeat(40),
    `rose, ${"a".repeat(41)}`,
    "rose\u202e, oud",
  ];
  expect(read.map(readFact.notas)).toEqual([
    "saffron|jasmine|fir resin",
    "rose|oud",
    null,
    eight.join("|"),
    eight.join("|"),
    undefined,
    "a".repeat(40),
    undefined,
    undefined,
  ]);
});

test("a stored fact reads as itself", () => {
  for (const notas of ["saffron|jasmine", "ROSE", "a".repeat(40)])
    expect(readFact.notas(notas)).toBe(notas);
});

test("only known facts of a row are present", () => {
  const none = { concentracion: null, anio: null, genero: null, familia: null, notas: null };
  expect(factsOf(none)).toEqual({});
  const row = { ...none, id: 7, anio: 2015, notas: "saffron|amber" };
  expect(factsOf(row)).toEqual({ anio: 2015, notas: ["saffron", "amber"] });
});
