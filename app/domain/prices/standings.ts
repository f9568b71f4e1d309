import type { Db } from "#db/database.ts";
import { bestOf, doubted, dupeOrder } from "#app/domain/catalog/dupe-order.ts";
import { defaultLanguage, isLanguage } from "#app/i18n/languages.ts";
import { currenciesOf, pageCurrency } from "./page-currency.ts";
import { type BottlePrice, bestOffers, type PriceTable } from "./bottle-prices.ts";

/** What a bottle costs, and its best and cheapest dupe, as shown on the bottle's page, never a doubted one (RULES.md 1.7, 4.7). */
export interface DupeStanding {
  own: BottlePrice | null;
  similarity: number | null;
  best: (Dupe & { price: BottlePrice | null }) | null;
  price: { amount: number; currency: string } | null;
  cheapest: (Dupe & { price: BottlePrice }) | null;
}

interface Dupe {
  id: number;
  marca: string;
  nombre: string;
}

/** Uses a constant number of queries. @param only "vouched" for what goes out by email (RULES.md 4.10) */
export async function standingsOf(
  db: Db,
  perfumeIds: readonly number[],
  language: string,
  now = new Date(),
  only: "bottle" | "vouched" = "bottle",
): Promise<Map<number, DupeStanding>> {
  if (perfumeIds.length === 0) return new Map();
  const dupes = Map.groupBy(await dupesOf(db, perfumeIds), ({ perfume_id }) => perfume_id);
  const currencies = currenciesOf(isLanguage(language) ? language : defaultLanguage, null);
  const bottles = [...dupes.values()].flatMap((some) => some.map(({ id }) => id));
  const ids = [...new Set([...perfumeIds, ...bottles])];
  const prices = await bestOffers(db, ids, { currencies, now, only });
  return new Map(
    perfumeIds.map((id) => {
      const listed = dupes.get(id) ?? [];
      const listedIds = listed.map((dupe) => dupe.id);
      const currency = pageCurrency(currencies, prices, [id, ...listedIds]);
      const own = prices.get(id)?.get(currency) ?? null;
      const praised = listed.filter((dupe) => !dupe.doubted);
      return [id, { own, ...standing(praised, prices, currency) }];
    }),
  );
}

type Row = Awaited<ReturnType<typeof dupesOf>>[number];

function dupesOf(db: Db, perfumeIds: readonly number[]) {
  return db
    .selectFrom("dupes")
    .innerJoin("perfumes as bottle", "bottle.id", "dupe_perfume_id")
    .select(["perfume_id", "bottle.id", "bottle.marca", "bottle.nombre", "porcentaje"])
    .select(["likes", "dislikes", "few_voices", doubted().as("doubted")])
    .where("perfume_id", "in", perfumeIds)
    .orderBy(dupeOrder("bottle"))
    .execute();
}

function standing(dupes: Row[], prices: PriceTable, currency: string): Omit<DupeStanding, "own"> {
  const best = bestOf(dupes);
  const cheapest = cheapestOf(dupes, prices, currency);
  return {
    similarity: best?.porcentaje ?? null,
    best: best ? { ...named(best), price: prices.get(best.id)?.get(currency) ?? null } : null,
    price: cheapest && { amount: cheapest.price.cheapest.amount, currency },
    cheapest,
  };
}

function cheapestOf(dupes: Row[], prices: PriceTable, currency: string) {
  const priced = dupes.flatMap((dupe) => {
    const price = prices.get(dupe.id)?.get(currency);
    return price ? [{ ...named(dupe), price }] : [];
  });
  if (priced.length === 0) return null;
  return priced.reduce((a, b) => (b.price.cheapest.amount < a.price.cheapest.amount ? b : a));
}

const named = ({ id, marca, nombre }: Row): Dupe => ({ id, marca, nombre });
