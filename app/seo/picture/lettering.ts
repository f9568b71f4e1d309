import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Command, Font } from "opentype.js";

const require = createRequire(import.meta.url);
/** Its names are hidden from imports. */
const { parse }: typeof import("opentype.js") = require("opentype.js");

/** Letters as outlines, from a font that comes along: a server may have none of its own. EB Garamond, under the OFL. */
const fonts = ["latin", "latin-ext"].map(read);

function read(subset: string): Font {
  const file = require.resolve(
    `@fontsource/eb-garamond/files/eb-garamond-${subset}-500-normal.woff`,
  );
  return parse(Uint8Array.from(readFileSync(file)).buffer);
}

const fontOf = (sign: string) => fonts.find((font) => font.hasChar(sign));

/** @returns what of a text the font can write, "" for another script than the Latin one */
export function writable(text: string): string {
  const signs = [...text.normalize("NFC")].filter((sign) => fontOf(sign));
  return signs.join("").replace(/\s+/gu, " ").trim();
}

/** A text in one font each. */
function runs(text: string): { font: Font; text: string }[] {
  const found: { font: Font; text: string }[] = [];
  for (const sign of text) {
    const font = fontOf(sign);
    const last = found.at(-1);
    if (last && last.font === font) last.text += sign;
    else if (font) found.push({ font, text: sign });
  }
  return found;
}

/** How wide a writable text is at a size. @param spacing px after each letter */
export function widthOf(text: string, size: number, spacing = 0): number {
  const widths = runs(text).map(({ font, text: part }) => font.getAdvanceWidth(part, size));
  return widths.reduce((sum, width) => sum + width, [...text].length * spacing);
}

/** The outlines of a writable text. @param y its baseline */
export function outlines(text: string, x: number, y: number, size: number, spacing = 0): string {
  const parts = spacing ? [...text].flatMap(runs) : runs(text);
  let path = "";
  for (const { font, text: part } of parts) {
    path += font.getPath(part, x, y, size).commands.map(written).join("");
    x += font.getAdvanceWidth(part, size) + spacing;
  }
  return path;
}

/** The library's own writing makes NaN of some numbers, and keeps each number it has ever rounded. */
function written({ type, x1, y1, x2, y2, x, y }: Command): string {
  const numbers = [x1, y1, x2, y2, x, y].filter((number) => number !== undefined);
  return type + numbers.map((number) => Math.round(number * 10) / 10).join(" ");
}

/**
 * Breaks a text into at most so many lines of a width, in the largest of the sizes that will do; what does not fit in the
 * smallest ends in an ellipsis.
 */
export function fit(text: string, width: number, most: number, sizes: readonly number[]) {
  for (const size of sizes) {
    const lines = broken(text, width, size);
    if (lines.length <= most && lines.every((line) => widthOf(line, size) <= width))
      return { size, lines };
  }
  const size = sizes.at(-1)!;
  const lines = broken(text, width, size);
  const cut = lines.slice(0, most).map((line, at) => {
    const whole = at < most - 1 || lines.length <= most;
    return whole && widthOf(line, size) <= width ? line : shortened(line, width, size);
  });
  return { size, lines: cut };
}

function broken(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function shortened(line: string, width: number, size: number): string {
  const signs = [...line];
  while (signs.length > 0 && widthOf(`${signs.join("")}…`, size) > width) signs.pop();
  return `${signs.join("").trimEnd()}…`;
}
