import { normalized } from "#app/i18n/text.ts";
import { languageCodes } from "#app/i18n/languages.ts";

/** ISO 4217 codes for metals, units of account, testing and no currency. */
const noMoney = /^(?:X(?!AF|CD|CG|OF|PF)|(?:BOV|CHE|CHW|CLF|COU|MXV|USN|UYI|UYW)$)/u;

const currencies = new Set(
  Intl.supportedValuesOf("currency").filter((code) => !noMoney.test(code)),
);

export function readCurrency(text: string): string | null {
  const code = text.trim().toUpperCase();
  return currencies.has(code) ? code : null;
}

/** Cached, because `Intl` takes 10 µs and a page asks for the same currency a hundred times. */
const digits = new Map<string, number>();

/** 2 for EUR, none for JPY, 3 for KWD */
export function minorDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  if (currencies.has(currency)) digits.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

const locales = languageCodes.map((code) => (code === "pt" ? "pt-PT" : code));

const shortNames: Record<string, string[]> = { CHF: ["fr", "sfr"] };

const asSign = (text: string) =>
  normalized(text, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\.$/u, "");

/** "€", "eur", "euros"; "$", "us$", "usd", "us dollars", "dólares" */
function signsOf(currency: string): Set<string> {
  const signs = new Set([currency, ...(shortNames[currency] ?? [])]);
  for (const locale of locales)
    for (const currencyDisplay of ["symbol", "narrowSymbol", "name"] as const) {
      const format = new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        currencyDisplay,
      });
      for (const count of [1, 2]) {
        const sign = format.formatToParts(count).find(({ type }) => type === "currency")?.value;
        if (!sign) continue;
        signs.add(sign);
        const words = sign.split(/[\s-]/u);
        // "US dollars", but "dólares estadounidenses"
        if (currencyDisplay === "name") signs.add(words.at(/^(?:en|de)$/u.test(locale) ? -1 : 0)!);
      }
    }
  return new Set([...signs].map(asSign));
}

const usual = "EUR USD GBP CHF JPY CAD AUD BRL MXN PEN PLN SEK DKK NOK CZK HUF RON"
  .split(" ")
  .map((currency) => rulesOf(currency));

/** Whether a text names a currency other than that of the rules. */
export function isOtherCurrency(text: string, own: CurrencyRules): boolean {
  if (own.isSign(text)) return false;
  const symbol = /\p{Sc}/u.exec(text)?.[0];
  const isKnown = readCurrency(text) !== null || usual.some((one) => one.isSign(text));
  return isKnown || (symbol !== undefined && !own.isSign(symbol));
}

export interface CurrencyRules {
  digits: number;
  isSign(text: string): boolean;
}

/** Reuse the result for many amounts, because computing the signs is slow. */
export function rulesOf(currency: string): CurrencyRules {
  let signs: Set<string> | undefined;
  return {
    digits: minorDigits(currency),
    isSign(text) {
      signs ??= signsOf(currency);
      return signs.has(asSign(text));
    },
  };
}
