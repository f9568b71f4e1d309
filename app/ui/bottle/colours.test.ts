import { expect, test } from "vitest";
import { colourWord, liquidOf } from "./colours.ts";

test.each([
  ["Baccarat Rouge 540", "rouge"],
  ["Noir Extreme", "noir"],
  ["Acqua di Giò", "aqua"],
  ["L’Or", "gold"],
  ["Tobacco Vanille", "tobacco"],
  ["Oud Wood", "oud"],
  ["Ámbar Nocturno", "amber"],
  ["Intense Café", "coffee"],
  ["Rosa Negra", "rose"],
  ["Ana Abiyedh Rouge", "rouge"],
  ["Qahwa", "coffee"],
  ["Fleur d’Oranger", "coral"],
])("the colour of %s is %s", (nombre, colour) => {
  expect(colourWord(nombre)).toBe(colour);
});

test("a name without a known word always gets the same colour", () => {
  expect(colourWord("Aventus")).toBeUndefined();
  expect(liquidOf("creed", "aventus")).toEqual(liquidOf("creed", "aventus"));
  const names = Array.from({ length: 200 }, (_, i) => liquidOf("creed", `n${i}`).name);
  expect(new Set(names).size).toBeGreaterThanOrEqual(14);
});
