import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("./", import.meta.url);
const sheets = readdirSync(folder).filter((name) => name.endsWith(".css"));
/** Text without the blocks that only browsers with `:has()` read. */
const forAll = (css: string) =>
  css.replaceAll(/@supports selector\(:has\(\*\)\) \{(?:[^{}]|\{[^{}]*\})*\}/gu, "");

test("an outline is removed from what has the focus only where :has() shows the focus around it", () => {
  const removed = /([^{}]*:focus[^{}]*)\{[^{}]*outline: (?:0|none);/gu;
  const found = sheets.flatMap((name) => {
    const css = readFileSync(new URL(name, folder), "utf8");
    return [...forAll(css).matchAll(removed)].map(([, selector]) => [name, selector!.trim()]);
  });
  expect(found).toEqual([]);
  expect(removed.test(".pick a:focus-visible { outline: 0; }")).toBe(true);
});
