import type { Db } from "#db/database.ts";
import type { Selectable } from "kysely";
import type { Schema } from "#db/schema.ts";
import { official } from "./fair-order.ts";
import { reasonInPrice } from "./judge.ts";
import { holdRefused, refusedImports } from "./refused-prices.ts";
import { refreshBottle } from "./refresh-summaries.ts";
import { isOfficial } from "./vouched.ts";
import { allSame } from "./write-sighting.ts";

/**
 * Joins equal sightings of both bottles: a person's, of which one that an operator accepted stays accepted, or imported ones.
 * People's others wait where they would if they were sent to the remaining bottle (RULES.md 4.4), to which operators' move first.
 */
export async function movePrices(tx: Db, oldId: number, intoId: number, at: Date): Promise<void> {
  const sightings = await tx
    .selectFrom("prices")
    .selectAll()
    .where("perfume_id", "=", oldId)
    .orderBy(official, "desc")
    .orderBy("vouched", "desc")
    .orderBy("id")
    .execute();
  const isRefused = await refusedImports(tx, at);
  const held = { state: "held", vouched: 0, disputed: 0, counted_at: null } as const;
  for (const { id, ...sighting } of sightings) {
    const moved = { ...sighting, perfume_id: intoId };
    const { state, decided_at } = sighting;
    if (state !== "refused" && (await isJoined(tx, { id, ...moved }))) continue;
    // Where there is nothing to compare it with, it was judged where it is from.
    const mustWait = async () =>
      isOfficial(moved)
        ? isRefused(moved)
        : (await reasonInPrice(tx, moved, at)) === "unusual-price";
    const waits = state === "shown" && decided_at === null && (await mustWait());
    await tx
      .updateTable("prices")
      .set((row) => ({
        perfume_id: intoId,
        ...(waits && { ...held, version: row("version", "+", 1) }),
      }))
      .where("id", "=", id)
      .execute();
  }
  await holdRefused(tx, intoId, at);
  await refreshBottle(tx, intoId, at);
}

/** @returns whether the remaining bottle has it, and it is deleted */
async function isJoined(tx: Db, moved: Selectable<Schema["prices"]>): Promise<boolean> {
  const { id, user_id, mailbox, state, decided_at, decided_by } = moved;
  const same = (await allSame(tx, moved)).find(
    (one) => one.user_id === user_id && one.mailbox === mailbox,
  );
  if (!same) return false;
  const set = (values: object) =>
    tx.updateTable("prices").set(values).where("id", "=", same.id).execute();
  if (same.state !== "shown" && state !== "held") {
    await set({ state: "refused" });
    return false;
  }
  await tx.deleteFrom("prices").where("id", "=", id).execute();
  const isAccepted = state === "shown" && decided_at !== null && same.decided_at === null;
  if (isAccepted) await set({ decided_at, decided_by });
  return true;
}
