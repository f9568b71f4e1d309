import { expect, test } from "vitest";
import { formatIn } from "#app/i18n/format.ts";
import { decimalAmount, otherCurrencyIn, parseAmount, per100ml } from "./amounts.ts";
import { writeAmount } from "./write-amount.ts";

test.each([
  ["24,90", "EUR", 2490],
  ["24,9", "EUR", 2490],
  [" 24,90 € ", "EUR", 2490],
  ["24,90\u00a0€", "EUR", 2490],
  ["€24.90", "EUR", 2490],
  ["eur 24.90", "EUR", 2490],
  ["24,90 €*", "EUR", 2490],
  ["24,90*", "EUR", 2490],
  ["24,90 €¹", "EUR", 2490],
  ["24,90.", "EUR", 2490],
  ["24,- €", "EUR", 2400],
  ["1.299,00 €", "EUR", 129_900],
  ["1\u202f299,00", "EUR", 129_900],
  ["1,299.00", "USD", 129_900],
  ["1'299.50", "CHF", 129_950],
  ["1.299", "EUR", 129_900],
  ["12.345.678", "JPY", 12_345_678],
  ["US$ 24.90", "USD", 2490],
  ["12 zł", "PLN", 1200],
  ["¥3,200", "JPY", 3200],
  ["12,500", "KWD", 12_500],
  ["0,01", "EUR", 1],
  ["999999,99", "EUR", 99_999_999],
  ["24'90", "EUR", 2490],
  ["24’90 €", "EUR", 2490],
  ["24´90", "EUR", 2490],
  ["1.299'50", "EUR", 129_950],
  ["24,—€", "EUR", 2400],
  ["24'9", "EUR", 2490],
  ["1'299", "EUR", 129_900],
  ["12'500", "KWD", 12_500_000],
  ["89,90 euros", "EUR", 8990],
  ["24,90 eur.", "EUR", 2490],
  ["€ 24,--", "EUR", 2400],
  ["24 euros 90", "EUR", 2490],
  ["24,90 dólares", "USD", 2490],
  ["24.90 US dollars", "USD", 2490],
  ["24 libras", "GBP", 2400],
  ["Fr. 24.90", "CHF", 2490],
  ["24,90 Franken", "CHF", 2490],
  ["￥3,200", "JPY", 3200],
])("%j in %s is %d minor units", (text, currency, amount) => {
  expect(parseAmount(text, currency)).toBe(amount);
});

test.each([
  ["", "EUR"],
  ["-24,90", "EUR"],
  ["0", "EUR"],
  ["1e9", "EUR"],
  ["0x18", "EUR"],
  ["٢٤٫٩٠", "EUR"],
  ["24,90,10", "EUR"],
  ["1.29.900", "EUR"],
  ["24,90 $", "EUR"],
  ["€24 EUR", "EUR"],
  ["24.905", "KWD", "24.9055"],
  ["0.299", "EUR"],
  ["32.50", "JPY"],
  ["1000000", "EUR"],
  ["1'299'50", "EUR"],
  ["24'90", "JPY"],
  ["24€9", "EUR"],
  ["24€90€", "EUR"],
  ["24 o 90", "EUR"],
  ["24,90 eurs", "EUR"],
  ["90 céntimos", "EUR"],
  ["24,90 € / 100 ml", "EUR"],
  ["9".repeat(30), "EUR"],
  [`${" ".repeat(100)}24`, "EUR"],
])("%j is not an amount in %s", (text, currency, other = text) => {
  expect(parseAmount(other, currency)).toBeNull();
});

test("formatted amounts parse back to the same amount in every currency", () => {
  for (const currency of ["EUR", "JPY", "KWD", "USD", "CLP"])
    for (const amount of [1, 9, 10, 99, 100, 1234, 99_999_999])
      expect(parseAmount(decimalAmount(amount, currency), currency)).toBe(amount);
  expect(decimalAmount(5, "EUR")).toBe("0.05");
  expect(decimalAmount(12_500, "KWD")).toBe("12.500");
});

test("the price per 100 ml is an integer without floating-point errors", () => {
  expect(per100ml(2490, 105)).toBe(2371);
  expect(per100ml(1, 1000)).toBe(0);
  expect(per100ml(1005, 100.5)).toBe(1000);
  expect(per100ml(900, 7.5)).toBe(12_000);
});

test.each([
  ["24,90 $", "EUR", "$"],
  ["24 USD", "EUR", "USD"],
  ["32,50 €", "JPY", "€"],
  ["24£90", "EUR", "£"],
  ["₹24", "EUR", "₹"],
  ["24,90 zł", "EUR", "zł"],
  ["R$ 24", "USD", "R$"],
  ["24,90 €uro", "EUR", null],
  ["24,90 €", "EUR", null],
  ["$24", "CAD", null],
  ["24 apples", "EUR", null],
  ["24", "EUR", null],
])("the other currency in %j, of a field in %s, is %j", (text, currency, sign) => {
  expect(otherCurrencyIn(text, currency)).toBe(sign);
});

test("amounts are written in the page's language, with the currency's decimals", () => {
  expect(writeAmount(formatIn("es"), 2490, "EUR")).toBe("24,90\u00a0€");
  expect(writeAmount(formatIn("en"), 3200, "JPY")).toBe("¥3,200");
});
