import type { Db } from "#db/database.ts";
import type { Kind } from "./bounds.ts";
import { minorDigits } from "./currencies.ts";

/** euros per ml, while the catalogue says too little of what is usual */
const [leastPerMl, mostPerMl] = [0.05, 20];
/** euros, however small the bottle is */
const leastAmounts: Record<Kind, number> = { bottle: 5, tester: 0.5, decant: 0.5 };
/** euros per ml beyond which nothing is usual, whatever the catalogue says, so that nobody can shift it step by step */
const [lowest, highest] = [0.03, 50];

/** About what a euro is worth in other currencies. */
const perEuro: Record<string, number> = {
  AED: 4,
  ARS: 1500,
  AUD: 1.7,
  AWG: 2,
  AZN: 2,
  BAM: 2,
  BBD: 2.2,
  BGN: 2,
  BHD: 0.4,
  BMD: 1.1,
  BND: 1.5,
  BOB: 8,
  BRL: 6,
  BSD: 1.1,
  BYN: 3.5,
  BZD: 2.2,
  CAD: 1.6,
  CHF: 1,
  CLP: 1000,
  CNY: 8,
  COP: 4500,
  CZK: 25,
  DKK: 7.5,
  DOP: 70,
  EUR: 1,
  FJD: 2.5,
  GBP: 1,
  GEL: 3,
  GHS: 13,
  GIP: 1,
  GTQ: 9,
  HKD: 9,
  HUF: 400,
  IDR: 18_000,
  ILS: 4,
  INR: 95,
  ISK: 145,
  JOD: 0.8,
  JPY: 165,
  KRW: 1500,
  KWD: 0.35,
  MAD: 11,
  MXN: 20,
  MYR: 5,
  NGN: 1700,
  NOK: 12,
  NZD: 1.9,
  OMR: 0.4,
  PAB: 1.1,
  PEN: 4,
  PHP: 65,
  PLN: 4.3,
  PYG: 8000,
  QAR: 4,
  RON: 5,
  RSD: 117,
  RUB: 95,
  SAR: 4,
  SEK: 11,
  SGD: 1.5,
  THB: 38,
  TND: 3.4,
  TRY: 45,
  TWD: 35,
  UAH: 48,
  USD: 1,
  UYU: 46,
  VND: 29_000,
  ZAR: 20,
};

/** with fewer bottles, what is usual is not known */
const enoughBottles = 20;
const outliers = 0.05;
const widened = 2;

/** Of 100 ml of any bottle, in minor units. */
interface UsualRange {
  least: number;
  most: number;
}

/** A euro's worth in minor units; null for a currency of unknown worth */
const unitOf = (currency: string): number | null => {
  const worth = perEuro[currency];
  return worth === undefined ? null : worth * 10 ** minorDigits(currency);
};

/** Whether a price of 100 ml, in minor units, is far from any other's; of a currency of unknown worth nobody can say. */
export function isAbsurd(value: number, currency: string): boolean {
  const unit = unitOf(currency);
  return unit !== null && (value < lowest * 100 * unit || value > highest * 100 * unit);
}

/** In minor units, what people's prices are at least (RULES.md 4.4); 0 in a currency of unknown worth. */
export const leastAmountIn = (currency: string, kind: Kind): number =>
  leastAmounts[kind] * (unitOf(currency) ?? 0);

export function rateBetween(from: string, to: string): number | null {
  if (from === to) return 1;
  const [one, other] = [unitOf(from), unitOf(to)];
  return one === null || other === null ? null : other / one;
}

/** What any price is like, whatever the catalogue says; null for a currency of unknown worth */
export function fixedRange(currency: string): UsualRange | null {
  const unit = unitOf(currency);
  if (unit === null) return null;
  return { least: leastPerMl * 100 * unit, most: mostPerMl * 100 * unit };
}

/** From the catalogue's vouched prices where there are enough (RULES.md 4.4). @returns null for a currency of unknown worth */
export async function usualRange(db: Db, currency: string): Promise<UsualRange | null> {
  const unit = unitOf(currency);
  if (unit === null) return null;
  const medians = db
    .selectFrom("price_summaries")
    .where("currency", "=", currency)
    .where("kind", "=", "vouched");
  const { count } = await medians
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const bottles = Number(count);
  if (bottles < enoughBottles) return fixedRange(currency);
  const at = async (share: number) => {
    const { median } = await medians
      .select("median_per_100_ml as median")
      .orderBy("median_per_100_ml")
      .offset(Math.floor((bottles - 1) * share))
      .limit(1)
      .executeTakeFirstOrThrow();
    return median;
  };
  return {
    least: Math.max(lowest * 100 * unit, (await at(outliers)) / widened),
    most: Math.min(highest * 100 * unit, (await at(1 - outliers)) * widened),
  };
}
