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

/** Of a function of currencies: `Intl` is slow, and a page or an import asks for the same one again and again. */
function remembered<Value>(of: (currency: string) => Value): (currency: string) => Value {
  const known = new Map<string, Value>();
  return (currency) => {
    const value = known.get(currency) ?? of(currency);
    if (currencies.has(currency)) known.set(currency, value);
    return value;
  };
}

/** 2 for EUR, none for JPY, 3 for KWD */
export const minorDigits = remembered((currency) => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
});

const locales = languageCodes.map((code) => (code === "pt" ? "pt-PT" : code));

const shortNames: Record<string, string[]> = { CHF: ["fr", "sfr"] };

const asSign = (text: string) =>
  normalized(text, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\.$/u, "");

/** "€", "eur", "euros"; "$", "us$", "usd", "us dollars", "dólares" */
const signsOf = remembered((currency) => {
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
});

export const isSignOf = (text: string, currency: string) => signsOf(currency).has(asSign(text));

const usual = "EUR USD GBP CHF JPY CAD AUD BRL MXN PEN PLN SEK DKK NOK CZK HUF RON".split(" ");

/** Whether a text names a currency, but not this one. */
export function isOtherCurrency(text: string, currency: string): boolean {
  if (isSignOf(text, currency)) return false;
  const symbol = /\p{Sc}/u.exec(text)?.[0];
  const isKnown = readCurrency(text) !== null || usual.some((one) => isSignOf(text, one));
  return isKnown || (symbol !== undefined && !isSignOf(symbol, currency));
}
