import type { Kind } from "#app/domain/prices/bounds.ts";
import { minorDigits } from "#app/domain/prices/currencies.ts";
import type { Db } from "#db/database.ts";

interface Price {
  perfume_id: number;
  amount_cents: number;
  size_ml: number;
  currency: string;
  kind: Kind;
}

/** euros */
const [leastPerMl, mostPerMl, leastForBottle] = [0.05, 20, 5];

/** Currencies of known worth, by how many make about a euro. */
const worths: Record<number, string> = {
  1: "AED AUD AWG AZN BAM BBD BGN BHD BMD BND BOB BRL BSD BYN BZD CAD CHF CNY DKK EUR FJD GBP GEL GHS GIP GTQ HKD ILS JOD KWD MYR NZD OMR PAB PEN PLN QAR RON SAR SGD TND USD",
  12: "MAD NOK SEK",
  20: "MXN ZAR",
  30: "CZK TWD",
  45: "THB TRY UAH UYU",
  70: "DOP PHP",
  100: "INR RSD RUB",
  150: "ISK JPY",
  400: "HUF",
  1500: "ARS CLP KRW NGN",
  4500: "COP",
  8000: "PYG",
  18_000: "IDR",
  29_000: "VND",
};
const perEuro = new Map(
  Object.entries(worths).flatMap(([worth, currencies]) =>
    currencies.split(" ").map((currency) => [currency, Number(worth)] as const),
  ),
);

/** Whether a price can be one: a dump could be hostile (RULES.md 15.6). */
export async function isPlausible(
  _db: Db,
  { amount_cents, size_ml, currency, kind }: Price,
  _now: Date,
): Promise<boolean> {
  const worth = perEuro.get(currency);
  if (worth === undefined) return false;
  const euros = amount_cents / (worth * 10 ** minorDigits(currency));
  const perMl = euros / size_ml;
  return (
    perMl >= leastPerMl && perMl <= mostPerMl && (kind !== "bottle" || euros >= leastForBottle)
  );
}
