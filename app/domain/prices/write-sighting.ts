import type { Insertable } from "kysely";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { canonical } from "#app/i18n/text.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { sameDays } from "./bounds.ts";
import { addDays } from "#app/domain/catalog/days.ts";
import { refreshSummaries } from "./refresh-summaries.ts";

export type NewPrice = Insertable<Schema["prices"]>;

/** The caller writes the summary (RULES.md 4.4). Equal sightings of people are their own: they may take them back. @returns its id when it is new */
export async function writeImported(tx: Db, price: NewPrice): Promise<number | "unchanged"> {
  const isKnown = (await allSame(tx, price)).some(
    ({ state, user_id, mailbox }) => state === "shown" && user_id === null && mailbox === null,
  );
  return isKnown ? "unchanged" : insertSighting(tx, price);
}

export async function insertSighting(tx: Db, price: NewPrice): Promise<number> {
  const { id } = await tx
    .insertInto("prices")
    .values(price)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertSightings(tx: Db, prices: NewPrice[]): Promise<void> {
  if (prices.length > 0) await tx.insertInto("prices").values(prices).execute();
}

export async function writeSightings(tx: Db, prices: NewPrice[], now: Date): Promise<number> {
  const added: NewPrice[] = [];
  for (const price of prices)
    if ((await writeImported(tx, price)) !== "unchanged") added.push(price);
  await refreshSummaries(tx, added, now);
  if (added.length > 0) await catalogChanged(tx);
  return added.length;
}

interface Sighting {
  perfume_id: number;
  amount_cents: number;
  currency: string;
  size_ml: number;
  shop: string;
  seen_on: string;
}

/** Same shop, size and amount within a week, not refused (RULES.md 4.4). */
export async function allSame(db: Db, sighting: Sighting) {
  const near = await db
    .selectFrom("prices")
    .select(["id", "shop", "state", "user_id", "mailbox", "decided_at"])
    .where("perfume_id", "=", sighting.perfume_id)
    .where("seen_on", ">=", addDays(sighting.seen_on, -sameDays))
    .where("seen_on", "<=", addDays(sighting.seen_on, sameDays))
    .where("currency", "=", sighting.currency)
    .where("amount_cents", "=", sighting.amount_cents)
    .where("size_ml", "=", sighting.size_ml)
    .where("state", "!=", "refused")
    .orderBy("id")
    .execute();
  return near.filter(({ shop }) => canonical(shop) === canonical(sighting.shop));
}

/** Takes away imported prices that their source no longer has, except those that were refused here. @returns their ids */
export async function withdrawPrices(tx: Db, ids: readonly number[], now: Date): Promise<number[]> {
  const gone = await tx
    .deleteFrom("prices")
    .where("id", "in", ids)
    .where("state", "!=", "refused")
    .returning(["id", "perfume_id", "kind", "currency"])
    .execute();
  await refreshSummaries(tx, gone, now);
  return gone.map(({ id }) => id);
}
