import { bottlesAround } from "#app/domain/catalog/relations.ts";
import { countDuePrices } from "#app/domain/prices/due-prices.ts";
import { countDueWords } from "#app/domain/prices/gone.ts";
import { countDueReviews } from "#app/domain/reviews/due-voices.ts";
import type { Db } from "#db/database.ts";

/** Counts whatever has waited long enough (RULES.md 5.8). @returns the bottles whose pages show something else now */
export async function countDueVoices(db: Db, now: Date) {
  const reviewed = await countDueReviews(db, now);
  const priced = new Set([...(await countDuePrices(db, now)), ...(await countDueWords(db, now))]);
  const around = await Promise.all([...priced].map((id) => bottlesAround(db, id)));
  return [...reviewed, ...around.flat()];
}
