import { knownSimilarity } from "#app/domain/catalog/dupe-order.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { sourceCounts } from "#app/domain/catalog/sources.ts";
import { rowById } from "#app/domain/open-data/data-files.ts";
import { bestOffers } from "#app/domain/prices/bottle-prices.ts";
import { blindCountsOf } from "#app/domain/reviews/blind-counts.ts";
import type { Db } from "#db/database.ts";
import type { Body, DupeRow, PriceRow, VerdictRow } from "./answer-schemas.ts";
import { pageAddress, pairAddress } from "./with-page.ts";

type Dupe = Body<"DupeList">["dupes"][number];

interface Site {
  origin: string;
  /** whether votes, verdicts and prices are (RULES.md 1.14) */
  invented: boolean;
  now: Date;
}

export async function dupeRows(
  db: Db,
  perfumeId: number,
  dupes: Relation[],
  { origin, invented, now }: Site,
): Promise<Dupe[]> {
  const ids = dupes.map(({ id }) => id);
  const bottles = dupes.map(({ bottleId }) => bottleId);
  const [rows, pricesOf, verdicts, tests] = await Promise.all([
    rowById(db, "dupes", ids),
    referencePrices(db, invented ? [] : bottles, now),
    rowById(db, "verdicts", invented ? [] : ids),
    blindCountsOf(db, invented ? [] : ids),
  ]);
  return dupes.flatMap((dupe) => {
    const { likes, dislikes, bottleId } = dupe;
    const row = rows.get(dupe.id) as DupeRow | undefined;
    // Removed meanwhile.
    if (!row) return [];
    const bottle = { ...dupe, id: bottleId };
    return {
      ...row,
      perfume_id: perfumeId,
      dupe_perfume_id: bottleId,
      url: pairAddress(
        origin,
        { id: perfumeId, marca: row.perfume_marca, nombre: row.perfume_nombre },
        bottle,
      ),
      perfume_url: pageAddress(origin, bottle),
      similarity: knownSimilarity(dupe),
      likes,
      dislikes,
      sources: sourceCounts(dupe),
      verdicts: (verdicts.get(dupe.id) as VerdictRow | undefined) ?? null,
      blind: tests.get(dupe.id) ?? null,
      prices: pricesOf(bottleId),
    };
  });
}

/** @returns a bottle's, by currency */
export async function referencePrices(db: Db, bottles: readonly number[], now: Date) {
  const offers = await bestOffers(db, bottles, { now, only: "vouched" });
  const idsOf = (bottle: number) =>
    [...(offers.get(bottle) ?? [])].sort().map(([, { reference }]) => reference.id);
  const rows = await rowById(db, "prices", bottles.flatMap(idsOf));
  return (bottle: number) => idsOf(bottle).flatMap((id) => rows.get(id) ?? []) as PriceRow[];
}
