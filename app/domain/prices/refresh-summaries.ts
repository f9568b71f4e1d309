import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import type { Kind } from "./bounds.ts";
import { type Group, keyOf, type Summary } from "./summarize.ts";
import { recountVouched } from "./vouched.ts";
import { groupsPerStatement, summariesOf } from "./summary-of.ts";
import { createBackgroundYield } from "#app/jobs/yield-to-event-loop.ts";
import { dayOf } from "#app/domain/catalog/days.ts";
import { inTransaction } from "#db/transactions.ts";

type PriceGroup = Group & { kind: Kind };

/** Call in the transaction that changed which sightings are shown: also renews which are vouched for. */
export async function renewPrices(tx: Db, groups: PriceGroup[], now: Date): Promise<void> {
  for (const group of groups) await recountVouched(tx, group);
  await refreshSummaries(tx, groups, now);
}

/** Call in the transaction that changed the sightings. */
export async function refreshSummaries(tx: Db, groups: Iterable<Group>, now: Date): Promise<void> {
  const both = [...groups].flatMap((group) =>
    group.kind === "bottle" ? [group, { ...group, kind: "vouched" as const }] : [group],
  );
  const distinct = new Map(both.map((group) => [keyOf(group), group])).values();
  for (const some of chunks(distinct, groupsPerStatement)) {
    const summaries = await summariesOf(tx, some, now);
    for (const [n, group] of some.entries()) if (!summaries[n]) await drop(tx, group);
    await write(
      tx,
      summaries.filter((one) => one !== undefined),
    );
  }
}

async function drop(tx: Db, { perfume_id, kind, currency }: Group): Promise<void> {
  await tx
    .deleteFrom("price_summaries")
    .where("perfume_id", "=", perfume_id)
    .where("kind", "=", kind)
    .where("currency", "=", currency)
    .execute();
}

async function write(tx: Db, summaries: Summary[]): Promise<void> {
  if (summaries.length > 0)
    await tx
      .insertInto("price_summaries")
      .values(summaries)
      .onConflict((known) =>
        known.columns(["perfume_id", "kind", "currency"]).doUpdateSet((row) => ({
          count: row.ref("excluded.count"),
          cheapest_id: row.ref("excluded.cheapest_id"),
          reference_id: row.ref("excluded.reference_id"),
          highest: row.ref("excluded.highest"),
          median_per_100_ml: row.ref("excluded.median_per_100_ml"),
          official: row.ref("excluded.official"),
          valid_until: row.ref("excluded.valid_until"),
        })),
      )
      .execute();
}

export const groupsOfPrices = (tx: Db) =>
  tx.selectFrom("prices").select(["perfume_id", "kind", "currency"]).distinct();

/** Call in the transaction that blocked the shop, or no longer does. */
export async function refreshShop(tx: Db, host: string, now: Date): Promise<void> {
  await renewPrices(tx, await groupsOfPrices(tx).where("shop", "=", host).execute(), now);
}

/** Renews what a bottle's prices come to, in the transaction that changed or moved them. */
export async function refreshBottle(tx: Db, perfumeId: number, now: Date): Promise<void> {
  const groups = await groupsOfPrices(tx).where("perfume_id", "=", perfumeId).execute();
  for (const group of groups) await recountVouched(tx, group);
  const summarised = await tx
    .selectFrom("price_summaries")
    .select(["perfume_id", "kind", "currency"])
    .where("perfume_id", "=", perfumeId)
    .execute();
  await refreshSummaries(tx, [...groups, ...summarised], now);
}

const groupsPerTurn = 100;

/** A hundred at a time, so that requests are answered in between. Until then readers recompute them (`isValid`). */
export async function refreshOldSummaries(db: Db, now: Date): Promise<void> {
  const yieldToEventLoop = createBackgroundYield();
  for (;;) {
    const groups = await db
      .selectFrom("price_summaries")
      .select(["perfume_id", "kind", "currency"])
      .where("valid_until", "<", dayOf(now))
      .limit(groupsPerTurn)
      .execute();
    if (groups.length === 0) return;
    await inTransaction(db, (tx) => refreshSummaries(tx, groups, now));
    await yieldToEventLoop();
  }
}

/** @returns false when it counts a sighting too old to be shown, or to be the reference */
export function isValid(summary: { valid_until: string }, now: Date): boolean {
  return summary.valid_until >= dayOf(now);
}
