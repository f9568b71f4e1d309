import { LRUCache } from "lru-cache";
import type { Language } from "./languages.ts";
import { localeOf, numbersIn } from "./number-format.ts";

export type Format = ReturnType<typeof makeFormat>;

const formats = new Map<Language, Format>();

/** Intl writes "1 mars" and "1 marzo". */
const firstOfMonth: Partial<Record<Language, string>> = { fr: "1er", it: "1º" };

/** Formats on the server, so that every browser shows the same (RULES.md 11.5). */
export function formatIn(language: Language): Format {
  const format = formats.get(language) ?? makeFormat(language);
  formats.set(language, format);
  return format;
}

function makeFormat(language: Language) {
  const locale = localeOf(language);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  // European Portuguese has "12/11" only, Brazilian "12 de nov.".
  const shortDate = new Intl.DateTimeFormat(language === "pt" ? "pt" : locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const moment = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const plainDecimal = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const languages = new Intl.DisplayNames(locale, { type: "language" });
  const list = new Intl.ListFormat(locale);
  const difference = new Intl.NumberFormat(locale, { style: "percent", signDisplay: "exceptZero" });
  const money = moneyIn(locale);
  const first = firstOfMonth[language];
  const ordinal = (day: string) => (first ? day.replace(/^1 (?=\p{L})/u, `${first} `) : day);
  // Twenty prices share a few dates, and formatting a date takes Intl longer than React takes for the whole row.
  const shortDates = new LRUCache<string, string>({
    max: 500,
    memoMethod: (day) =>
      ordinal(shortDate.format(new Date(day)).replace(/^(\d+) de (\p{L}+)\.$/u, "$1 $2")),
  });
  return {
    ...numbersIn(language),
    /** "2026-01-31…" → "31 de enero de 2026"; in French "1er mars 2026" */
    date: (instant: string) => ordinal(date.format(new Date(instant))),
    /** "2026-01-31T08:05…" → "31 ene 2026, 8:05 UTC" */
    moment: (instant: string) => `${ordinal(moment.format(new Date(instant)))} UTC`,
    /** "2026-11-12" → "12 nov" */
    shortDate: (day: string) => shortDates.memo(day),
    /** exact decimals and an ISO 4217 code: "24.90", "EUR" → "24,90 €" */
    money: (amount: string, currency: string) => money(currency).format(amount as `${number}`),
    /** 7.5 → "7,5" */
    decimal: (value: number) => plainDecimal.format(value),
    /** ISO 3166-1 alpha-2: "ES" → "España" */
    country: (code: string) => countries.of(code) ?? code,
    /** "es", "en" → "español e inglés" */
    languages: (codes: string[]) => list.format(codes.map((code) => languages.of(code) ?? code)),
    /** 7.5 → "7,5 ml": bottles say "ml" in all six languages; Intl writes "mL" in English. */
    millilitres: (value: number) => `${oneDecimal.format(value)}\u00a0ml`,
    /** Whole per cent: -88 → "−88 %". Intl writes a hyphen in most languages; the minus sign matches the width of a plus. */
    difference: (value: number) => difference.format(value / 100).replace("-", "−"),
  };
}

function moneyIn(locale: string): (currency: string) => Intl.NumberFormat {
  const made = new Map<string, Intl.NumberFormat>();
  return (currency) => {
    const known =
      made.get(currency) ??
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        // "24,90 US$" where "$" is ambiguous; just "$" in English.
        currencyDisplay: locale === "en-GB" ? "narrowSymbol" : "symbol",
      });
    made.set(currency, known);
    return known;
  };
}

const units = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** "2 hours ago", "yesterday", "now", in whole units. @param instant ISO 8601 */
export function ago(language: Language, instant: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(instant)) / 1000);
  const [unit, length] = units.find(([, one]) => seconds >= one) ?? ["second", Infinity];
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return format.format(-Math.floor(seconds / length) || 0, unit);
}
