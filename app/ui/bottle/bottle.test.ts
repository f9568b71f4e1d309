import { brotliCompressSync, constants } from "node:zlib";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CAP_FAMILIES, MATERIAL_FAMILIES } from "./caps.ts";
import { svgContent } from "./draw.ts";
import { Bottle } from "./bottle.tsx";
import { halfWidth } from "./outline.ts";
import { shape, TAGS } from "./shape.ts";
import { SILHOUETTES } from "./silhouettes.ts";

const BRANDS = Array.from({ length: 200 }, (_, i) => `Brand ${i}`);
const CAPS = CAP_FAMILIES.flat();
const MATERIALS = [...new Set(MATERIAL_FAMILIES.flat())];
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

test("a perfume always gets the same bottle, whatever its capitals", () => {
  expect(render(["Dior", "Sauvage"])).toBe(render(["Dior", "Sauvage"]));
  expect(shape("DIOR", "SAUVAGE ")).toEqual(shape("Dior", "Sauvage"));
});

test("all perfumes of a brand share its label and its families of caps and metals", () => {
  const shapes = ["Sauvage", "Homme", "Fahrenheit", "J'adore", "Hypnotic Poison"].map((nombre) =>
    shape("Dior", nombre),
  );
  const { cap, material, tag } = shapes[0]!;
  const familyOf = <T>(families: readonly (readonly T[])[], one: T) =>
    families.filter((family) => family.includes(one)).flat();
  for (const one of shapes) {
    expect(one.tag).toBe(tag);
    expect(familyOf(CAP_FAMILIES, cap)).toContain(one.cap);
    expect(familyOf(MATERIAL_FAMILIES, material)).toContain(one.material);
  }
});

test.each(["Creed", "Dior", "Lattafa", "Armaf", "Zara", "Tom Ford"])(
  "bottles of %s are distinguishable",
  (marca) => {
    const shapes = Array.from({ length: 12 }, (_, n) => shape(marca, `Scent ${n}`));
    const silhouettes = new Set(shapes.map(({ silhouette }) => silhouette.name));
    expect(silhouettes.size).toBeGreaterThanOrEqual(5);
    // Distinguishable even without the colour of the liquid.
    const seen = shapes.map((one) => [one.silhouette.name, one.cap.name, one.material.cap].join());
    expect(new Set(seen).size).toBeGreaterThanOrEqual(9);
  },
);

test("a label fits within its bottle", () => {
  for (const { name, glass, tag } of SILHOUETTES)
    for (const y of [tag - 10, tag + 8])
      expect([name, halfWidth(glass, y) >= 20]).toEqual([name, true]);
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

test("no bottle takes more than 910 bytes", () => {
  const base = { ...shape("Maison Francis Kurkdjian", "Baccarat Rouge 540") };
  for (const silhouette of SILHOUETTES)
    for (const cap of CAPS)
      for (const material of MATERIALS)
        for (const tag of TAGS)
          expect(
            FRAME +
              svgContent({ ...base, silhouette, level: silhouette.level, cap, material, tag })
                .length,
          ).toBeLessThanOrEqual(910);
});

test("a page's twenty-one bottles take at most 2.6 KB of brotli", () => {
  const markup = PAGE.map(render).join("");
  const packed = brotliCompressSync(markup, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  expect(packed.length).toBeLessThanOrEqual(2600);
});

test("a bottle has no ids, inline styles or numbers with more than two decimals", () => {
  for (const scent of PAGE) {
    expect(render(scent)).not.toMatch(/ id=|style|NaN|undefined|\.\d\d\d/);
    expect(render(scent)).toMatch(/^<svg class="bottle" viewBox="0 0 120 160" width="120" /);
  }
});

test("no brand name can break out of the drawing", () => {
  expect(render(["<script>\"'&", "</svg>"])).not.toMatch(/script>|"'|&(?!amp;)/);
  expect(render(["", ""])).toContain("<path");
});
