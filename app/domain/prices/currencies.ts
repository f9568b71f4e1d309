/** Codes that ISO 4217 has for metals, units of account, tests and none: no price is in them. */
const noMoney = /^(?:X(?!AF|CD|CG|OF|PF)|(?:BOV|CHE|CHW|CLF|COU|MXV|USN|UYI|UYW)$)/u;

const currencies = new Set(
  Intl.supportedValuesOf("currency").filter((code) => !noMoney.test(code)),
);

/** @returns the ISO 4217 code in an untrusted text, in capitals, or null */
export function readCurrency(text: string): string | null {
  const code = text.trim().toUpperCase();
  return currencies.has(code) ? code : null;
}

/** Of each currency that was asked for: a page asks for the same one a hundred times, and `Intl` needs 10 µs each. */
const digits = new Map<string, number>();

/** @param currency an ISO 4217 code @returns its decimals: 2 for EUR, none for JPY, 3 for KWD */
export function minorDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  if (currencies.has(currency)) digits.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

const locales = ["en", "es", "fr", "de", "it", "pt-PT"];

/** @returns the signs and codes that people write for a currency, in lower case: "€", "eur"; "$", "us$", "usd" */
function signsOf(currency: string): Set<string> {
  const signs = new Set([currency.toLowerCase()]);
  for (const locale of locales)
    for (const currencyDisplay of ["symbol", "narrowSymbol"] as const) {
      const format = new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        currencyDisplay,
      });
      const sign = format.formatToParts(0).find(({ type }) => type === "currency")?.value;
      if (sign) signs.add(sign.toLowerCase());
    }
  return signs;
}

/** What reading amounts takes of a currency. */
export interface CurrencyRules {
  digits: number;
  /** @returns whether a text, as it stands beside a number, is the currency's sign or code */
  isSign(text: string): boolean;
}

/** @param currency ISO 4217. Keep it for many amounts: its signs are worked out once, when they are first needed. */
export function rulesOf(currency: string): CurrencyRules {
  let signs: Set<string> | undefined;
  return {
    digits: minorDigits(currency),
    isSign(text) {
      signs ??= signsOf(currency);
      return signs.has(text.toLowerCase());
    },
  };
}
