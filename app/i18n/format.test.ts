import { expect, test } from "vitest";
import { formatIn } from "./format.ts";
import { languageCodes } from "./languages.ts";

// U+00A0 before the sign and U+202F between groups are non-breaking.
test.each([
  ["es", "46.019", "92\u00a0%", "31 de enero de 2026"],
  ["en", "46,019", "92%", "31 January 2026"],
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

test.each([
  ["es", "31 ene 2026, 8:05 UTC"],
  ["en", "31 Jan 2026, 08:05 UTC"],
  ["fr", "31 janv. 2026, 08:05 UTC"],
  ["de", "31.01.2026, 08:05 UTC"],
  ["it", "31 gen 2026, 08:05 UTC"],
  ["pt", "31/01/2026, 08:05 UTC"],
] as const)("moments in %s", (language, moment) => {
  expect(formatIn(language).moment("2026-01-31T08:05:59.000Z")).toBe(moment);
});

test.each([
  ["fr", "1er mars 2026", "1er mars", "1er mars 2026, 08:05 UTC", "11 mars 2026"],
  ["it", "1º marzo 2026", "1º mar", "1º mar 2026, 08:05 UTC", "11 marzo 2026"],
] as const)(
  "the first of a month is an ordinal in %s, the eleventh is not",
  (language, ...dates) => {
    const { date, shortDate, moment } = formatIn(language);
    const first = "2026-03-01T08:05:00.000Z";
    expect([date(first), shortDate(first), moment(first), date("2026-03-11")]).toEqual(dates);
  },
);

test("dates are in UTC, whatever the server's time zone", () => {
  const { date } = formatIn("en");
  expect(date("2026-01-31T00:00:00.000Z")).toBe("31 January 2026");
  expect(date("2026-01-31T23:59:59.999Z")).toBe("31 January 2026");
  expect(date("2026-01-31")).toBe("31 January 2026");
});

test("percentages are rounded to whole numbers, from 0 to 100", () => {
  const { percent } = formatIn("en");
  const shown = Array.from({ length: 101 }, (_, value) => percent(value));
  expect(shown).toEqual(Array.from({ length: 101 }, (_, value) => `${value}%`));
});

test("a language's formats are created once", () => {
  for (const code of languageCodes) expect(formatIn(code)).toBe(formatIn(code));
});

// U+00A0 separates number and unit.
test.each([
  ["es", "24,90\u00a0€", "3200\u00a0JPY", "7,5\u00a0ml", "−88\u00a0%", "12 nov"],
  ["en", "€24.90", "¥3,200", "7.5\u00a0ml", "−88%", "12 Nov"],
  ["fr", "24,90\u00a0€", "3\u202f200\u00a0JPY", "7,5\u00a0ml", "−88\u00a0%", "12 nov."],
  ["de", "24,90\u00a0€", "3.200\u00a0¥", "7,5\u00a0ml", "−88\u00a0%", "12. Nov."],
  ["it", "24,90\u00a0€", "3200\u00a0JPY", "7,5\u00a0ml", "−88%", "12 nov"],
  ["pt", "24,90\u00a0€", "3200\u00a0JP¥", "7,5\u00a0ml", "−88%", "12 nov"],
] as const)("amounts, sizes and short dates in %s", (language, euros, yen, size, less, day) => {
  const format = formatIn(language);
  expect(format.money("24.90", "EUR")).toBe(euros);
  expect(format.money("3200", "JPY")).toBe(yen);
  expect(format.millilitres(7.5)).toBe(size);
  expect(format.difference(-88)).toBe(less);
  expect(format.difference(0)).not.toMatch(/[+−-]/);
  expect(format.shortDate("2026-11-12")).toBe(day);
});

test.each([
  ["es", "español e inglés"],
  ["en", "Spanish and English"],
  ["fr", "espagnol et anglais"],
  ["de", "Spanisch und Englisch"],
  ["it", "spagnolo e inglese"],
  ["pt", "espanhol e inglês"],
] as const)("languages in %s: %s", (language, told) => {
  expect(formatIn(language).languages(["es", "en"])).toBe(told);
});

test("an amount is exact, with the currency's number of decimals", () => {
  const { money } = formatIn("en");
  expect(money("999999.99", "EUR")).toBe("€999,999.99");
  expect(money("12.500", "KWD")).toBe("KWD\u00a012.500");
});
