import { isOtherCurrency, isSignOf, minorDigits } from "./currencies.ts";

const maxLength = 40;
/** in minor units: 999,999.99 € */
const maxAmount = 99_999_999;

/** Prefix, number and suffix: "£ 24", "24,90 EUR", "24,– €", "89,90 euros". */
const around = /^(\D*?)\s*(\d(?:[\d.,'’‘´`′ ]*\d)?)\s*(?:[.,'’‘´`′][-–—]{1,2})?\s*(\D*)$/u;
/** "24€90", "24 euros 90" */
const signBetween = /^(\d+)\s*([^\d\s.,'’‘´`′](?:\D*[^\d\s.,'’‘´`′])?)\s*(\d\d)$/u;
/** In Spain, cents are written after an apostrophe by hand: "24'90". */
const plain = /^(\d+)(?:[.,](\d+)|['’‘´`′](\d\d?))?$/u;
/** With thousands separators: "1.299,00", "1 299", "1'299.50", "12,345,678". */
const grouped =
  /^([1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\2\d{3})*)(?:(?!\2)(?:[.,](\d+)|['’‘´`′](\d\d?)))?$/u;

/** A separator before three digits groups thousands, any other is the decimal separator (RULES.md 4.2). @returns minor units; null for anything else */
export function parseAmount(text: string, currency: string): number | null {
  const typed = typedAmount(text, minorDigits(currency));
  return typed && typed.signs.every((sign) => isSignOf(sign, currency)) ? typed.amount : null;
}

/** The sign or name of another currency beside an amount. */
export function otherCurrencyIn(text: string, currency: string): string | null {
  const typed = typedAmount(text, minorDigits(currency)) ?? typedAmount(text, 2);
  return typed?.signs.find((sign) => isOtherCurrency(sign, currency)) ?? null;
}

function typedAmount(text: string, digits: number): { amount: number; signs: string[] } | null {
  if (text.length > maxLength) return null;
  // Without the sign of a footnote ("24,90 €*") or the end of a sentence.
  const typed = text
    .trim()
    .replace(/\s/gu, " ")
    .replace(/(?<=[\d\p{L}\p{Sc}-])(?:[*†¹²³]+|(?<=\d)\.)$/u, "");
  const [, whole, sign, cents] = (digits === 2 && signBetween.exec(typed)) || [];
  if (whole !== undefined) return amountOf(`${whole}.${cents}`, [sign!], digits);
  const [, before = "", number = "", behind = ""] = around.exec(typed) ?? [];
  const signs = [before, behind].map((one) => one.trim()).filter(Boolean);
  return signs.length > 1 ? null : amountOf(number, signs, digits);
}

function amountOf(number: string, signs: string[], digits: number) {
  const amount = inMinorUnits(number, digits);
  return amount === null ? null : { amount, signs };
}

function inMinorUnits(number: string, digits: number): number | null {
  const [, whole, decimals = "", cents = decimals] = plain.exec(number) ?? [];
  if (whole !== undefined && cents.length <= digits) return joined(whole, cents, digits);
  const [, groups, , fraction = "", hundredths = fraction] = grouped.exec(number) ?? [];
  if (groups === undefined || hundredths.length > digits) return null;
  return joined(groups.replace(/\D/gu, ""), hundredths, digits);
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
