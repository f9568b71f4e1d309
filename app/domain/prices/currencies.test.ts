import { expect, test } from "vitest";
import { minorDigits, readCurrency } from "./currencies.ts";

test("currencies are those of ISO 4217 used for payment", () => {
  expect(["EUR", " usd ", "Gbp", "JPY", "XOF"].map(readCurrency)).toEqual([
    "EUR",
    "USD",
    "GBP",
    "JPY",
    "XOF",
  ]);
  for (const none of [
    "",
    "€",
    "EURO",
    "ABC",
    "XXX",
    "XTS",
    "XAU",
    "XDR",
    "CHW",
    "EU R",
    "__proto__",
  ])
    expect(readCurrency(none)).toBeNull();
});

test("currencies have different decimals", () => {
  expect(["EUR", "JPY", "KWD"].map(minorDigits)).toEqual([2, 0, 3]);
});
