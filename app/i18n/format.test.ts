import { expect, test } from "vitest";
import { formatIn } from "./format.ts";
import { languageCodes } from "./languages.ts";

// U+00A0 stands before the sign, U+202F between groups: neither breaks a line.
test.each([
  ["es", "46.019", "92\u00a0%", "31 de enero de 2026"],
  ["en", "46,019", "92%", "January 31, 2026"],
  ["fr", "46\u202f019", "92\u00a0%", "31 janvier 2026"],
  ["de", "46.019", "92\u00a0%", "31. Januar 2026"],
  ["it", "46.019", "92%", "31 gennaio 2026"],
  ["pt", "46 019", "92%", "31 de janeiro de 2026"],
] as const)("numbers, per cent and dates in %s", (language, number, percent, date) => {
  const format = formatIn(language);
  expect(format.number(46_019)).toBe(number);
  expect(format.percent(92)).toBe(percent);
  expect(format.date("2026-01-31T08:00:00.000Z")).toBe(date);
});

test("days are counted in UTC, wherever the server stands", () => {
  const { date } = formatIn("en");
  expect(date("2026-01-31T00:00:00.000Z")).toBe("January 31, 2026");
  expect(date("2026-01-31T23:59:59.999Z")).toBe("January 31, 2026");
  expect(date("2026-01-31")).toBe("January 31, 2026");
});

test("per cent stay whole, from 0 to 100", () => {
  const { percent } = formatIn("en");
  const shown = Array.from({ length: 101 }, (_, value) => percent(value));
  expect(shown).toEqual(Array.from({ length: 101 }, (_, value) => `${value}%`));
});

test("a language's formats are made once", () => {
  for (const code of languageCodes) expect(formatIn(code)).toBe(formatIn(code));
});
