import { expect, test } from "vitest";
import { monogram } from "./draw.ts";

test.each([
  ["Maison Francis Kurkdjian", "MFK"],
  ["Yves Saint Laurent", "YSL"],
  ["Jean Paul Gaultier", "JPG"],
  ["Dior", "D"],
  ["Dolce & Gabbana", "DG"],
  ["Parfums de Marly", "PDM"],
  ["Al Haramain", "AH"],
  ["L’Artisan Parfumeur", "AP"],
  ["Étro", "E"],
  ["4711", "4"],
  ["1000 Flowers", "1F"],
  ["By", "B"],
  ["The House of Oud and Friends of Rose", "HOF"],
  ["لطافة", "ل"],
  ["ßarah & Ilse Otto", "SSI"],
  ["&", ""],
])("the monogram of %s is %s", (marca, letters) => {
  expect(monogram(marca)).toBe(letters);
});
