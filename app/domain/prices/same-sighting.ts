import type { Db } from "#db/database.ts";
import { sameDays } from "./bounds.ts";
import { addDays } from "./days.ts";
import { canonical } from "#app/i18n/text.ts";

interface Sighting {
  perfume_id: number;
  amount_cents: number;
  currency: string;
  size_ml: number;
  shop: string;
  seen_on: string;
}

/**
 * @returns the sighting that this one is, too: the same shop, size and amount within a week, and not refused (RULES.md 19.4);
 * one that is shown before one that is held
 */
export async function findSame(db: Db, sighting: Sighting) {
  const [first] = (await allSame(db, sighting)).toSorted(
    (a, b) => Number(a.state === "held") - Number(b.state === "held"),
  );
  return first;
}

/** Refuses what is held and the same as a sighting that is shown in its place (RULES.md 19.4): nobody checked what else it says. */
export async function replaceHeld(tx: Db, sighting: Sighting): Promise<void> {
  const held = (await allSame(tx, sighting)).filter(({ state }) => state === "held");
  for (const { id } of held)
    await tx.updateTable("prices").set({ state: "refused" }).where("id", "=", id).execute();
}

async function allSame(db: Db, sighting: Sighting) {
  const near = await db
    .selectFrom("prices")
    .select(["id", "shop", "state", "user_id", "kind"])
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
