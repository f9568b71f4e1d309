import type { Db } from "#db/database.ts";
import { minorDigits } from "./currencies.ts";
import type { Kind } from "./bounds.ts";

/** euros per ml: cheap dupes cost 5 € for 100 ml, samples of expensive perfumes 20 € for 1 ml */
const [leastPerMl, mostPerMl] = [0.03, 50];

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

/** Usual prices of 100 ml of any bottle, in minor units: from the catalogue where it has enough, never beyond the fixed bounds, so that nobody can shift them step by step (RULES.md 4.4). @returns null for a currency of unknown worth */
export async function usualRange(
  db: Db,
  currency: string,
  kind: Kind,
): Promise<[number, number] | null> {
  const worth = perEuro[currency];
  if (worth === undefined) return null;
  const unit = worth * 10 ** minorDigits(currency);
  const [least, most] = [leastPerMl * 100 * unit, mostPerMl * 100 * unit];
  const medians = db
    .selectFrom("price_summaries")
    .where("currency", "=", currency)
    .where("kind", "=", kind === "bottle" ? "vouched" : kind);
  const { count } = await medians
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const bottles = Number(count);
  if (bottles < enoughBottles) return [least, most];
  const at = async (share: number) => {
    const { median } = await medians
      .select("median_per_100_ml as median")
      .orderBy("median_per_100_ml")
      .offset(Math.floor((bottles - 1) * share))
      .limit(1)
      .executeTakeFirstOrThrow();
    return median;
  };
  return [
    Math.max(least, (await at(outliers)) / widened),
    Math.min(most, (await at(1 - outliers)) * widened),
  ];
}
