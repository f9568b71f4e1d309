import { type PriceRow, priceRow, readPrice } from "#app/domain/prices/import-prices.ts";
import { country } from "#app/domain/prices/price-fields.ts";
import { refreshSummaries } from "#app/domain/prices/refresh-summaries.ts";
import { isPlausible } from "#app/domain/prices/judge.ts";
import { refusedHere } from "#app/domain/prices/refused-prices.ts";
import { loadShops } from "#app/domain/prices/shops.ts";
import {
  insertSightings,
  type NewPrice,
  withdrawPrices,
  writeImported,
} from "#app/domain/prices/write-sighting.ts";
import type { Db } from "#db/database.ts";
import { type About, added, leftOut, type Taken, unchanged } from "./take-file.ts";

/** Prices that the source vouches for; those of shops that are blocked here, that were refused here, or that cannot be, are left out. */
export async function createPriceTaker(tx: Db, keepsIds: boolean, now: Date) {
  const shops = await loadShops(tx);
  const isRefused = await refusedHere(tx, now);
  let news: NewPrice[] = [];
  return {
    table: "prices" as const,
    form: priceRow.extend({ pais: country.catch(null).optional() }),
    async take(_tx: Db, row: PriceRow, { own, known, id, bottles }: About): Promise<Taken> {
      // A sighting never changes.
      if (own !== undefined) return known ? unchanged : leftOut;
      const price = readPrice(row, await bottles.find(row), shops, now);
      if (typeof price === "string" || !isPlausible(price)) return leftOut;
      // People there see it again and again, each time as another row.
      if (isRefused(price)) return leftOut;
      const written = id === undefined ? await writeImported(tx, price) : id;
      if (written === "unchanged") return unchanged;
      news.push({ ...price, id: written });
      return added(written);
    },
    withdraw: withdrawPrices,
    async finish(): Promise<void> {
      if (keepsIds) await insertSightings(tx, news);
      await refreshSummaries(tx, news, now);
      news = [];
    },
  };
}
