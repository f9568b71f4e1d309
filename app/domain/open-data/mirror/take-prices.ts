import { PriceReader, priceRow } from "#app/domain/prices/import-prices.ts";
import { loadShops } from "#app/domain/prices/shops.ts";
import { refreshSummaries } from "#app/domain/prices/refresh-summaries.ts";
import {
  insertSightings,
  type NewPrice,
  writeImported,
} from "#app/domain/prices/write-sighting.ts";
import type { Db } from "#db/database.ts";
import type { About, Taken } from "./taker.ts";

type PriceRow = Parameters<PriceReader["read"]>[0];

/** Prices seen elsewhere; those of shops that are blocked here are left out. */
export async function createPriceTaker(tx: Db, keepsIds: boolean, now: Date) {
  const reader = new PriceReader(await loadShops(tx), now);
  let news: NewPrice[] = [];
  return {
    table: "prices" as const,
    form: priceRow,
    async take(_tx: Db, row: PriceRow, { own, known, id, bottles }: About): Promise<Taken> {
      // A sighting never changes.
      if (own !== undefined) return { outcome: known ? "unchanged" : "leftOut" };
      const price = reader.read(row, await bottles.find(row));
      if (typeof price === "string") return { outcome: "leftOut" };
      const written = id === undefined ? await writeImported(tx, price) : id;
      if (written === "unchanged") return { outcome: "unchanged" };
      news.push({ ...price, id: written });
      return { outcome: "added", id: written };
    },
    async finish(): Promise<void> {
      if (keepsIds) await insertSightings(tx, news);
      await refreshSummaries(tx, news, now);
      news = [];
    },
  };
}
