import type { Db } from "#db/database.ts";
import { refreshBottle } from "./refresh-summaries.ts";
import { allSame } from "./write-sighting.ts";

/** Joins equal sightings of both bottles: a person's, of which one that an operator accepted stays accepted, or imported ones. */
export async function movePrices(tx: Db, oldId: number, intoId: number, at: Date): Promise<void> {
  const sightings = await tx
    .selectFrom("prices")
    .selectAll()
    .where("perfume_id", "=", oldId)
    .where("state", "!=", "refused")
    .orderBy("id")
    .execute();
  for (const sighting of sightings) {
    const { user_id, mailbox, state, decided_at, decided_by } = sighting;
    const same = (await allSame(tx, { ...sighting, perfume_id: intoId })).find(
      (one) => one.user_id === user_id && one.mailbox === mailbox,
    );
    if (!same) continue;
    if (same.state === "shown" || state === "held") {
      await tx.deleteFrom("prices").where("id", "=", sighting.id).execute();
      const isAccepted = state === "shown" && decided_at !== null && same.decided_at === null;
      const accepted = { decided_at, decided_by };
      if (isAccepted)
        await tx.updateTable("prices").set(accepted).where("id", "=", same.id).execute();
    } else
      await tx.updateTable("prices").set({ state: "refused" }).where("id", "=", same.id).execute();
  }
  await tx
    .updateTable("prices")
    .set({ perfume_id: intoId })
    .where("perfume_id", "=", oldId)
    .execute();
  await refreshBottle(tx, intoId, at);
}
