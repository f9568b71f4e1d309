import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Command, Font } from "opentype.js";

const require = createRequire(import.meta.url);
/** `require`, because Node's `import` does not find this CommonJS module's exports. */
const { parse }: typeof import("opentype.js") = require("opentype.js");

/** EB Garamond (OFL) comes from a package, because a server may have no fonts. */
const fonts = ["latin", "latin-ext"].map(read);

function read(subset: string): Font {
  const file = require.resolve(
    `@fontsource/eb-garamond/files/eb-garamond-${subset}-500-normal.woff`,
  );
  return parse(Uint8Array.from(readFileSync(file)).buffer);
}

const fontOf = (sign: string) => fonts.find((font) => font.hasChar(sign));

/** "" for scripts other than Latin. */
export function writable(text: string): string {
  const signs = [...text.normalize("NFC")].filter((sign) => fontOf(sign));
  return signs.join("").replace(/\s+/gu, " ").trim();
}

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

/** In px. @param spacing after each letter */
export function widthOf(text: string, size: number, spacing = 0): number {
  const widths = runs(text).map(({ font, text: part }) => font.getAdvanceWidth(part, size));
  return widths.reduce((sum, width) => sum + width, [...text].length * spacing);
}

/** @param text `writable` @param x px, its left edge @param y its baseline */
export function outlines(text: string, x: number, y: number, size: number, spacing = 0): string {
  const parts = spacing ? [...text].flatMap(runs) : runs(text);
  let path = "";
  for (const { font, text: part } of parts) {
    path += font.getPath(part, x, y, size).commands.map(pathCommand).join("");
    x += font.getAdvanceWidth(part, size) + spacing;
  }
  return path;
}

/** Replaces the library's `toPathData`, which turns some numbers into NaN and leaks memory. */
function pathCommand({ type, x1, y1, x2, y2, x, y }: Command): string {
  const numbers = [x1, y1, x2, y2, x, y].filter((number) => number !== undefined);
  return type + numbers.map((number) => Math.round(number * 10) / 10).join(" ");
}

/** Text that does not fit in the smallest size ends in an ellipsis. @param sizes px, largest first */
export function fit(text: string, width: number, maxLines: number, sizes: readonly number[]) {
  for (const size of sizes) {
    const lines = breakLines(text, width, size);
    if (lines.length <= maxLines && lines.every((line) => widthOf(line, size) <= width))
      return { size, lines };
  }
  const size = sizes.at(-1)!;
  const lines = breakLines(text, width, size);
  const cut = lines.slice(0, maxLines).map((line, at) => {
    const whole = at < maxLines - 1 || lines.length <= maxLines;
    return whole && widthOf(line, size) <= width ? line : shorten(line, width, size);
  });
  return { size, lines: cut };
}

function breakLines(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function shorten(line: string, width: number, size: number): string {
  const signs = [...line];
  while (signs.length > 0 && widthOf(`${signs.join("")}…`, size) > width) signs.pop();
  return `${signs.join("").trimEnd()}…`;
}
