import { sql } from "kysely";
import { type Db, inTransaction } from "#db/connect.ts";
import { shownSince } from "#db/prices/bounds.ts";
import { refreshSummaries } from "#db/prices/summaries.ts";

/** Who says something of a sighting, once each. */
export interface Voter {
  userId: string | null;
  /** keyed hash of the person, or of the visitor's network: what counts as one voter */
  voter: string;
}

/** How many more must say that a sighting is no longer true than that they saw it, too (RULES.md 19.6). */
const enoughAgainst = 2;

export type GoneOutcome = "noted" | "no-longer-shown" | "said-already" | "no-such-price";

/**
 * Notes that a shown sighting is no longer true (RULES.md 19.6): one word per person or network; the person's who reported it is enough.
 * @param perfumeIds the bottles on whose page it was said: of another one's sightings nothing is taken
 */
export async function sayGone(
  db: Db,
  priceId: number,
  perfumeIds: readonly number[],
  by: Voter,
  now: Date,
): Promise<GoneOutcome> {
  return inTransaction(db, async (tx) => {
    const price = await tx
      .selectFrom("prices")
      .select(["id", "perfume_id", "kind", "currency", "user_id"])
      .where("id", "=", priceId)
      .where("state", "=", "shown")
      .executeTakeFirst();
    if (!price || !perfumeIds.includes(price.perfume_id)) return "no-such-price";
    if (!(await sayOf(tx, priceId, by, "gone", now))) return "said-already";
    const own = by.userId !== null && by.userId === price.user_id;
    if (!own && (await balance(tx, priceId)) < enoughAgainst) return "noted";
    await tx.updateTable("prices").set({ state: "refused" }).where("id", "=", priceId).execute();
    await refreshSummaries(tx, [price], now);
    return "no-longer-shown";
  });
}

/** @returns the bottle that a sighting is of, shown or not; null when there is no such sighting */
export async function bottleOfSighting(db: Db, priceId: number): Promise<number | null> {
  const price = await db
    .selectFrom("prices")
    .select("perfume_id")
    .where("id", "=", priceId)
    .executeTakeFirst();
  return price?.perfume_id ?? null;
}

/** Notes what somebody says of a sighting, in place of what they said before. @returns false when they said the same before */
export async function sayOf(
  tx: Db,
  priceId: number,
  { userId, voter }: Voter,
  says: "gone" | "there",
  now: Date,
): Promise<boolean> {
  const gone = says === "gone" ? (1 as const) : (0 as const);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("price_gone")
    .values({ price_id: priceId, voter, user_id: userId, gone, at: now.toISOString() })
    .onConflict((known) =>
      known
        .columns(["price_id", "voter"])
        .doUpdateSet({ gone, at: now.toISOString() })
        .where("price_gone.gone", "!=", gone),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

async function balance(tx: Db, priceId: number): Promise<number> {
  const { n } = await tx
    .selectFrom("price_gone")
    .select(sql<number>`coalesce(sum(2 * gone - 1), 0)`.as("n"))
    .where("price_id", "=", priceId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Deletes what was said of sightings when none of them is shown any more (RULES.md 9.1). */
export async function deleteOldPriceVotes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("price_gone").where("at", "<", shownSince(now)).execute();
}
