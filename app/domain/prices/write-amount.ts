import { decimalAmount } from "./amounts.ts";
import type { Format } from "#app/i18n/format.ts";

/** e.g. "24,90 €", "£24.90", "¥3,200" */
export function writeAmount(format: Format, amount: number, currency: string): string {
  return format.money(decimalAmount(amount, currency), currency);
}
