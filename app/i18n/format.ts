import type { Language } from "./languages.ts";

export interface Format {
  /** 12345 → "12.345" */
  number(value: number): string;
  /** whole per cent: 92 → "92 %" */
  percent(value: number): string;
  /** "2026-01-31…" → "31 de enero de 2026" */
  date(instant: string): string;
}

const formats = new Map<Language, Format>();

/** Writes numbers and dates in a language, on the server so that every browser shows the same (RULES.md 1.7). */
export function formatIn(language: Language): Format {
  const known = formats.get(language);
  if (known) return known;
  // Our Portuguese is that of Portugal; Intl reads "pt" as that of Brazil.
  const locale = language === "pt" ? "pt-PT" : language;
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const format: Format = {
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    date: (instant) => date.format(new Date(instant)),
  };
  formats.set(language, format);
  return format;
}
