import { brotliCompressSync, constants } from "node:zlib";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CAP_FAMILIES, MATERIALS } from "./caps.ts";
import { drawBottle, svgContent } from "./draw.ts";
import { Bottle } from "./bottle.tsx";
import { shape } from "./shape.ts";
import { SILHOUETTES } from "./silhouettes.ts";
import { TAGS } from "./tags.ts";

const BRANDS = Array.from({ length: 200 }, (_, i) => `Brand ${i}`);
const CAPS = CAP_FAMILIES.flat();
const FRAME = '<svg class="bottle" viewBox="0 0 120 160" width="120" aria-hidden="true"></svg>'
  .length;

const PAGE = [
  ["Maison Francis Kurkdjian", "Baccarat Rouge 540"],
  ["Lattafa", "Ana Abiyedh Rouge"],
  ["Maison Alhambra", "Baroque Rouge 540"],
  ["Ariana Grande", "Cloud"],
  ["Armaf", "Club de Nuit Untold"],
  ["Dossier", "Ambery Saffron"],
  ["Zara", "Red Temptation"],
  ["Montale", "Intense Café"],
  ["Mancera", "Red Tobacco"],
  ["Afnan", "9pm"],
  ["Al Haramain", "Amber Oud Rouge"],
  ["Fragrance World", "Barakkat Rouge 540"],
  ["Khadlaj", "Island Dreams"],
  ["Rasasi", "Hawas"],
  ["Paris Corner", "Khair"],
  ["Burberry", "Her"],
  ["Yves Saint Laurent", "Libre"],
  ["Kilian", "Angels’ Share"],
  ["Tom Ford", "Lost Cherry"],
  ["Swiss Arabian", "Shaghaf Oud"],
  ["Equivalenza", "Black 212"],
] as const;

const render = ([marca, nombre]: readonly [string, string]) =>
  renderToStaticMarkup(createElement(Bottle, { marca, nombre }));

test("the same scent is always the same bottle, whatever its capitals", () => {
  expect(render(["Dior", "Sauvage"])).toBe(render(["Dior", "Sauvage"]));
  expect(shape("DIOR", "SAUVAGE ")).toEqual(shape("Dior", "Sauvage"));
});

test("a brand keeps its silhouette, label and kind of cap from scent to scent", () => {
  const shapes = ["Sauvage", "Homme", "Fahrenheit", "J'adore", "Hypnotic Poison"].map((nombre) =>
    shape("Dior", nombre),
  );
  expect(new Set(shapes.map(({ silhouette }) => silhouette)).size).toBe(1);
  expect(new Set(shapes.map(({ tag }) => tag)).size).toBe(1);
  const family = CAP_FAMILIES.find((caps) => caps.includes(shapes[0]!.cap))!;
  expect(shapes.every(({ cap }) => family.includes(cap))).toBe(true);
});

test("two hundred brands use every silhouette, cap, material and label", () => {
  const shapes = BRANDS.map((brand) => shape(brand, "Eau"));
  expect(SILHOUETTES.length).toBeGreaterThanOrEqual(10);
  expect(CAPS.length).toBeGreaterThanOrEqual(10);
  expect(new Set(shapes.map(({ silhouette }) => silhouette)).size).toBe(SILHOUETTES.length);
  expect(new Set(shapes.map(({ cap }) => cap)).size).toBe(CAPS.length);
  expect(new Set(shapes.map(({ material }) => material)).size).toBe(MATERIALS.length);
  expect(new Set(shapes.map(({ tag }) => tag)).size).toBe(TAGS.length);
});

test("no bottle takes more than 710 bytes", () => {
  const base = { ...shape("Maison Francis Kurkdjian", "Baccarat Rouge 540") };
  for (const silhouette of SILHOUETTES)
    for (const cap of CAPS)
      for (const material of MATERIALS)
        for (const tag of TAGS)
          for (const level of silhouette.levels)
            expect(
              FRAME + svgContent({ ...base, silhouette, cap, material, tag, level }).length,
            ).toBeLessThanOrEqual(710);
});

test("a page's twenty-one bottles take at most 2.6 KB of brotli", () => {
  const markup = PAGE.map(render).join("");
  const packed = brotliCompressSync(markup, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  expect(packed.length).toBeLessThanOrEqual(2600);
});

test("a bottle needs no ids, no inline styles and no numbers with long tails", () => {
  for (const scent of PAGE) {
    expect(render(scent)).not.toMatch(/ id=|style|NaN|undefined|\d\.\d/);
    expect(render(scent)).toMatch(/^<svg class="bottle" viewBox="0 0 120 160" width="120" /);
  }
});

test("no name of a brand can break out of the drawing", () => {
  expect(render(["<script>\"'&", "</svg>"])).not.toMatch(/script>|"'|&(?!amp;)/);
  expect(render(["", ""])).toContain("<path");
});

test("without React the drawing is a picture that stands alone", () => {
  expect(drawBottle("Dior", "Sauvage")).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 120 160" fill=/,
  );
});
