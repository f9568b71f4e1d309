import { findByNameOrAlias } from "#app/domain/catalog/csv/import-dupes.ts";
import { PriceReader, priceRow } from "#app/domain/prices/import-prices.ts";
import { loadShops } from "#app/domain/prices/shops.ts";
import { refreshSummaries } from "#app/domain/prices/summaries.ts";
import { insertSighting, type NewPrice, writeSighting } from "#app/domain/prices/write-sighting.ts";
import type { Db } from "#db/database.ts";
import type { About, Taken } from "./take-rows.ts";

/** Prices seen elsewhere; those of shops that are blocked here are left out. */
export async function createPriceTaker(tx: Db, now: Date) {
  const reader = new PriceReader(await loadShops(tx), now);
  let news: NewPrice[] = [];
  return {
    form: priceRow,
    async take(_tx: Db, row: Parameters<PriceReader["read"]>[0], { id }: About): Promise<Taken> {
      const price = reader.read(row, (await findByNameOrAlias(tx, row))?.id);
      if (typeof price === "string") return { outcome: "leftOut" };
      if (id !== undefined) await insertSighting(tx, { ...price, id });
      const outcome = id === undefined ? await writeSighting(tx, price) : "added";
      if (outcome === "added") news.push(price);
      return { outcome };
    },
    /** Call after every batch. */
    async summarize(): Promise<void> {
      await refreshSummaries(tx, news, now);
      news = [];
    },
  };
}
