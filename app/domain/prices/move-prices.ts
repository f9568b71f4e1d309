import type { Db } from "#db/database.ts";
import { refreshBottle } from "./refresh-summaries.ts";
import { allSame } from "./write-sighting.ts";

/** Joins equal sightings of both bottles: a person's, or imported ones. */
export async function movePrices(tx: Db, oldId: number, intoId: number, at: Date): Promise<void> {
  const sightings = await tx
    .selectFrom("prices")
    .selectAll()
    .where("perfume_id", "=", oldId)
    .where("state", "!=", "refused")
    .orderBy("id")
    .execute();
  for (const sighting of sightings) {
    const { user_id, mailbox, state } = sighting;
    const same = (await allSame(tx, { ...sighting, perfume_id: intoId })).find(
      (one) => one.user_id === user_id && one.mailbox === mailbox,
    );
    if (!same) continue;
    if (same.state === "shown" || state === "held")
      await tx.deleteFrom("prices").where("id", "=", sighting.id).execute();
    else
      await tx.updateTable("prices").set({ state: "refused" }).where("id", "=", same.id).execute();
  }
  await tx
    .updateTable("prices")
    .set({ perfume_id: intoId })
    .where("perfume_id", "=", oldId)
    .execute();
  await refreshBottle(tx, intoId, at);
}
