import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { drawPicture } from "./draw-picture.ts";
import { fit, outlines, widthOf, writable } from "./text-outlines.ts";
import { picturePath } from "./picture-path.ts";

const perfume = {
  id: 1,
  marca: "Maison Francis Kurkdjian",
  nombre: "Baccarat Rouge 540",
  dupes: 20,
  nearest: { nombre: "Club de Nuit Untold", similarity: 95 },
};

test("a picture has neither text elements, which need fonts, nor invalid numbers", () => {
  const starter: { marca: string; nombre: string }[] = parse(
    readFileSync("app/domain/catalog/starter/perfumes.csv"),
    { columns: true },
  );
  expect(starter.length).toBeGreaterThan(100);
  const drawn = [null, ...starter.slice(0, 60).map((scent) => ({ ...perfume, ...scent }))].map(
    drawPicture,
  );
  const wrong = drawn.map((svg) => /<text|NaN|undefined|Infinity|\de-/.exec(svg)?.[0]);
  expect(wrong.filter(Boolean)).toEqual([]);
});

test("names in other scripts are omitted, never drawn as boxes", () => {
  expect(writable("عود للمجد")).toBe("");
  expect(writable("Oud عود Ś")).toBe("Oud Ś");
  expect(drawPicture({ ...perfume, marca: "لطافة", nombre: "عود" })).not.toMatch(/NaN|undefined/);
});

test("a name is as large as fits its lines, and shortened if even the smallest size is too large", () => {
  expect(fit("Aventus", 600, 3, [100, 50])).toEqual({ size: 100, lines: ["Aventus"] });
  const long = fit("Supercalifragilisticexpialidocious ".repeat(8).trim(), 400, 3, [100, 50]);
  expect(long.size).toBe(50);
  expect(long.lines).toHaveLength(3);
  for (const line of long.lines) expect(widthOf(line, 50)).toBeLessThanOrEqual(400);
  expect(long.lines.at(-1)).toMatch(/…$/);
});

test("letters become outlines with the given spacing", () => {
  expect(outlines("A", 0, 100, 50)).toMatch(/^M[\d.]/);
  expect(widthOf("AB", 50, 4)).toBeCloseTo(widthOf("AB", 50) + 8);
});

test("the address changes with the picture's content", () => {
  const path = picturePath(perfume);
  expect(path).toMatch(/^\/og\/1\.png\?v=\w+$/);
  expect(picturePath({ ...perfume, dupes: 21 })).not.toBe(path);
  expect(picturePath({ ...perfume, nearest: null })).not.toBe(path);
  expect(
    picturePath({ ...perfume, nearest: { nombre: "Club de Nuit Untold", similarity: 94 } }),
  ).not.toBe(path);
  expect(picturePath({ ...perfume })).toBe(path);
  expect(picturePath(null)).toMatch(/^\/og\/sosia\.png\?v=\w+$/);
});

test("a picture names the most similar bottle only if the figure is known", () => {
  const figure = outlines("95 %", 510, 524, 60);
  expect(drawPicture(perfume)).toContain(figure);
  expect(drawPicture({ ...perfume, nearest: null })).not.toContain(figure);
});
