import type { Db } from "#db/database.ts";
import { minorDigits } from "./currencies.ts";

/** euros per ml, while the catalogue says too little of what is usual */
const [leastPerMl, mostPerMl] = [0.05, 20];
/** euros for a full bottle, without an operator's price, however small it is */
const leastAmount = 5;
/** euros per ml beyond which nothing is usual, whatever the catalogue says, so that nobody can shift it step by step */
const [lowest, highest] = [0.03, 50];

/** Worth so near a euro that the fixed bounds hold. */
const nearEuro =
  "AED AUD AWG AZN BAM BBD BGN BHD BMD BND BOB BRL BSD BYN BZD CAD CHF CNY DKK EUR FJD GBP GEL GHS GIP GTQ HKD ILS JOD KWD MYR NZD OMR PAB PEN PLN QAR RON SAR SGD TND USD";

/** What a euro is worth in other currencies; a factor of two does not matter here. */
const perEuro: Record<string, number> = {
  ...Object.fromEntries(nearEuro.split(" ").map((currency) => [currency, 1])),
  ARS: 1500,
  CLP: 1000,
  COP: 4500,
  CZK: 25,
  DOP: 70,
  HUF: 400,
  IDR: 18_000,
  INR: 95,
  ISK: 145,
  JPY: 165,
  KRW: 1500,
  MAD: 11,
  MXN: 20,
  NGN: 1700,
  NOK: 12,
  PHP: 65,
  PYG: 8000,
  RSD: 117,
  RUB: 95,
  SEK: 11,
  THB: 38,
  TRY: 45,
  TWD: 35,
  UAH: 48,
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

/** In minor units, what a full bottle costs at least (RULES.md 4.4); 0 in a currency of unknown worth. */
export const leastAmountIn = (currency: string): number => leastAmount * (unitOf(currency) ?? 0);

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
