import type { Db } from "#db/database.ts";
import { findSame, replaceHeld } from "./write-sighting.ts";
import { refreshBottle } from "./refresh-summaries.ts";

/** Joins equal sightings of both bottles. */
export async function movePrices(tx: Db, oldId: number, intoId: number, at: Date): Promise<void> {
  const sightings = await tx
    .selectFrom("prices")
    .selectAll()
    .where("perfume_id", "=", oldId)
    .where("state", "!=", "refused")
    .orderBy("id")
    .execute();
  for (const sighting of sightings) {
    const moved = { ...sighting, perfume_id: intoId };
    const same = await findSame(tx, moved);
    if (same && (same.state === "shown" || sighting.state === "held"))
      await tx.deleteFrom("prices").where("id", "=", sighting.id).execute();
    else if (same) await replaceHeld(tx, moved);
  }
  await tx
    .updateTable("prices")
    .set({ perfume_id: intoId })
    .where("perfume_id", "=", oldId)
    .execute();
  await refreshBottle(tx, intoId, at);
}
