import { decimalAmount } from "#db/prices/amounts.ts";
import type { Format } from "../i18n/format.ts";

/** @param amount whole minor units @returns e.g. "24,90 €", "£24.90", "¥3,200" */
export function writeAmount(format: Format, amount: number, currency: string): string {
  return format.money(decimalAmount(amount, currency), currency);
}

/** @param ml with one decimal @returns e.g. "100 ml", "7,5 ml" */
export function writeSize(format: Format, ml: number): string {
  return format.millilitres(ml);
}

/** @param difference whole per cent, as `savings` @returns e.g. "−88 %", "+12 %" */
export function writeDifference(format: Format, difference: number): string {
  return format.difference(difference);
}
