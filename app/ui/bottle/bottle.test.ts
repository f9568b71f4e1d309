import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Bottle } from "./bottle.tsx";
import { draw, monogram } from "./draw.ts";

const houses = Array.from({ length: 200 }, (_, i) => `House ${i}`);
/** Without the colours of what is in them. */
const shapeOf = (marca: string, nombre: string) =>
  draw(marca, nombre).replace(/<g fill="[^"]+" stroke="[^"]+">/u, "<g>");

test("bottles of a house look alike but for what is in them, whatever the capitals", () => {
  const names = ["Sauvage", "Homme", "J'adore", "Poison Rouge", "Eau Noire"];
  expect(new Set(names.map((nombre) => shapeOf("Dior", nombre))).size).toBe(1);
  expect(new Set(names.map((nombre) => draw("Dior", nombre))).size).toBeGreaterThan(2);
  expect(draw("DIOR", "SAUVAGE ").replace("<text", "")).toBe(
    draw("Dior", "Sauvage").replace("<text", ""),
  );
});

test("two hundred houses have dozens of bottles without their letters", () => {
  const shapes = houses.map((house) => shapeOf(house, "Eau").replace(/<text.+/u, ""));
  expect(new Set(shapes).size).toBeGreaterThan(50);
});

test("a mark takes at most 500 bytes, without ids, inline styles or odd numbers", () => {
  for (const house of houses) {
    const mark = renderToStaticMarkup(
      createElement(Bottle, { marca: `${house} Francis Kurkdjian`, nombre: "Baccarat Rouge 540" }),
    );
    expect(mark.length).toBeLessThanOrEqual(500);
    expect(mark).not.toMatch(/ id=|style|NaN|undefined/u);
  }
});

test("no brand name can break out of the drawing", () => {
  expect(draw("<script>\"'&", "</svg>")).not.toMatch(/script>|&/u);
  expect(draw("", "")).toContain("<path");
});

test.each([
  ["Maison Francis Kurkdjian", "MFK"],
  ["Yves Saint Laurent", "YSL"],
  ["Dior", "D"],
  ["Dolce & Gabbana", "DG"],
  ["Parfums de Marly", "PDM"],
  ["L’Artisan Parfumeur", "AP"],
  ["Étro", "E"],
  ["4711", "4"],
  ["By", "B"],
  ["The House of Oud and Friends of Rose", "HOF"],
  ["لطافة", "ل"],
  ["ßarah & Ilse Otto", "SSI"],
  ["&", ""],
])("the monogram of %s is %s", (marca, letters) => {
  expect(monogram(marca)).toBe(letters);
});
