import { expect, test } from "vitest";
import { formatIn } from "#app/i18n/format.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { figuresOf, writeNumber, writePercent } from "./vote-figures.ts";

test("figures have the language's format", () => {
  for (const code of languageCodes) {
    const format = formatIn(code);
    const numbers = [0, 7, 999, 1000, 12_345, 1_234_567];
    const figures = figuresOf(format, numbers);
    expect([code, numbers.map((n) => writeNumber(figures, n))]).toEqual([
      code,
      numbers.map((n) => format.number(n)),
    ]);
    for (let value = 0; value <= 100; value++)
      expect([code, writePercent(figures, value)]).toEqual([code, format.percent(value)]);
  }
});

test("only large numbers are sent as text", () => {
  expect(figuresOf(formatIn("es"), [1, 999, 12_345]).large).toEqual({ 12345: "12.345" });
});
