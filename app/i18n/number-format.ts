import type { Language } from "./languages.ts";

export interface Numbers {
  /** 12345 → "12.345" */
  number(value: number): string;
  /** whole per cent: 92 → "92 %" */
  percent(value: number): string;
}

/** To Intl "pt" is Brazilian, and "en" American; the site's are European. */
const european: Partial<Record<Language, string>> = { en: "en-GB", pt: "pt-PT" };
export const localeOf = (language: Language) => european[language] ?? language;

/** The part of `formatIn` that browsers load, for the list of the search box. */
export function numbersIn(language: Language): Numbers {
  const number = new Intl.NumberFormat(localeOf(language));
  const percent = new Intl.NumberFormat(localeOf(language), { style: "percent" });
  return {
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
  };
}
