// What operators refused is shown to nobody at that shop, sent before or after it, by whomever (RULES.md 4.4).
import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { shownSince } from "./bounds.ts";
import { official } from "./fair-order.ts";
import { isSaidGone } from "./gone.ts";
import { agreePerMl } from "./vouched.ts";
import type { NewPrice } from "./write-sighting.ts";

type Offer = Pick<NewPrice, (typeof compared)[number]>;

const compared = ["perfume_id", "currency", "kind", "shop", "size_ml", "amount_cents"] as const;

const placeOf = ({ perfume_id, currency, kind = "bottle", shop }: Offer) =>
  [perfume_id, currency, kind, shop].join("\n");

const areLike = (one: Offer, other: Offer) =>
  placeOf(one) === placeOf(other) && agreePerMl(one, other);

const refusedPrices = (db: Db, now: Date) =>
  db
    .selectFrom("prices")
    .select(compared)
    .where("state", "=", "refused")
    .where("decided_at", ">=", shownSince(now));

export async function wasRefused(tx: Db, offer: Offer, now: Date): Promise<boolean> {
  const refused = await refusedPrices(tx, now)
    .where("perfume_id", "=", offer.perfume_id)
    .where("shop", "=", offer.shop)
    .execute();
  return refused.some((one) => areLike(one, offer));
}

const held = { state: "held", vouched: 0, disputed: 0 } as const;

/** Call in the transaction that refused a price of the bottle, or moved or put back one; the caller recounts. */
export async function holdRefused(tx: Db, perfumeId: number, now: Date): Promise<void> {
  const refused = await refusedPrices(tx, now).where("perfume_id", "=", perfumeId).execute();
  const shown = await tx
    .selectFrom("prices")
    .select([...compared, "id"])
    .where("perfume_id", "=", perfumeId)
    .where("state", "=", "shown")
    .where(sql<boolean>`not ${official}`)
    .execute();
  const again = shown.filter((one) => refused.some((other) => areLike(one, other)));
  for (const { id } of again)
    await tx
      .updateTable("prices")
      .set((row) => ({ ...held, version: row("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
}

/** Undoes that. */
export async function showNoLongerRefused(tx: Db, offer: Offer, now: Date): Promise<void> {
  const waiting = await tx
    .selectFrom("prices")
    .select([...compared, "id"])
    .where("perfume_id", "=", offer.perfume_id)
    .where("state", "=", "held")
    .where("counted_at", "is not", null)
    .where("decided_at", "is", null)
    .execute();
  for (const one of waiting)
    if (areLike(one, offer) && !(await wasRefused(tx, one, now)) && !(await isSaidGone(tx, one.id)))
      await tx
        .updateTable("prices")
        .set((row) => ({ state: "shown", version: row("version", "+", 1) }))
        .where("id", "=", one.id)
        .execute();
}

/** Whether operators refused the very same offer in the last 180 days: another site's (RULES.md 15.6). */
export async function refusedHere(tx: Db, now: Date) {
  const keyOf = (one: Offer) => [placeOf(one), one.size_ml, one.amount_cents].join("\n");
  const refused = new Set((await refusedPrices(tx, now).execute()).map(keyOf));
  return (offer: Offer) => refused.has(keyOf(offer));
}

/** Whether operators refused an imported price like it, of this size, in the last 180 days: the next file has it again. */
export async function refusedImports(tx: Db, now: Date) {
  const refused = await refusedPrices(tx, now)
    .where("user_id", "is", null)
    .where("mailbox", "is", null)
    .where("vouched", "=", 1)
    .execute();
  const found = Map.groupBy(refused, placeOf);
  return (offer: Offer) =>
    found
      .get(placeOf(offer))
      ?.some((one) => one.size_ml === offer.size_ml && agreePerMl(one, offer)) ?? false;
}

export const refusedByOperator = "refused by an operator";
