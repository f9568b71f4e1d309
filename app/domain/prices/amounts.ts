import { minorDigits, rulesOf } from "./currencies.ts";

const maxLength = 40;
/** in minor units: 999,999.99 € */
const maxAmount = 99_999_999;

/** Prefix, number and suffix: "£ 24", "24,90 EUR", "24,– €". */
const around = /^([^\d\s]*)\s*(\d(?:[\d.,'’ ]*\d)?)\s*(?:[.,][-–—])?\s*([^\d\s]*)$/u;
const plain = /^(\d+)(?:[.,](\d+))?$/u;
/** With thousands separators: "1.299,00", "1 299", "1'299.50", "12,345,678". */
const grouped = /^([1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/u;

/** A separator before three digits groups thousands, any other is the decimal separator (RULES.md 4.2). @returns minor units; null for anything else */
export function parseAmount(
  text: string,
  currency: string,
  rules = rulesOf(currency),
): number | null {
  if (text.length > maxLength) return null;
  const [, before = "", number = "", behind = ""] =
    around.exec(text.trim().replace(/\s/gu, " ")) ?? [];
  const signs = [before, behind].filter(Boolean);
  if (number === "" || signs.length > 1) return null;
  if (signs[0] && !rules.isSign(signs[0])) return null;
  return inMinorUnits(number, rules.digits);
}

function inMinorUnits(number: string, digits: number): number | null {
  const [, whole, decimals = ""] = plain.exec(number) ?? [];
  if (whole !== undefined && decimals.length <= digits) return joined(whole, decimals, digits);
  const [, groups, , fraction = ""] = grouped.exec(number) ?? [];
  if (groups === undefined || fraction.length > digits) return null;
  return joined(groups.replace(/\D/gu, ""), fraction, digits);
}

function joined(whole: string, decimals: string, digits: number): number | null {
  const amount = Number(whole + decimals.padEnd(digits, "0"));
  return amount >= 1 && amount <= maxAmount ? amount : null;
}

/** Exact: 2490 EUR is "24.90", 3200 JPY "3200". */
export function decimalAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  if (digits === 0) return String(amount);
  const text = String(amount).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Price per 100 ml, from minor units and ml. */
export function per100ml(amount: number, size: number): number {
  // Sizes have one decimal, so this divides integers.
  return Math.round((amount * 1000) / Math.round(size * 10));
}

export const valueOf = ({ amount_cents, size_ml }: { amount_cents: number; size_ml: number }) =>
  per100ml(amount_cents, size_ml);

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? sorted[middle]!
    : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2);
}
