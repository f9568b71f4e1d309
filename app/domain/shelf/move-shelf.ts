import { sql } from "kysely";
import type { Db } from "#db/database.ts";

/** Moves dupe alerts to the other bottle, each since its owner first asked for either. */
export async function moveAlerts(tx: Db, oldId: number, intoId: number): Promise<void> {
  await tx
    .insertInto("dupe_alerts")
    .columns(["user_id", "perfume_id", "since", "language"])
    .expression((of) =>
      of
        .selectFrom("dupe_alerts")
        .select((row) => ["user_id", row.val(intoId).as("perfume_id"), "since", "language"])
        .where("perfume_id", "=", oldId),
    )
    .onConflict((known) =>
      known.columns(["user_id", "perfume_id"]).doUpdateSet({
        since: sql`case when excluded.since < dupe_alerts.since then excluded.since else dupe_alerts.since end`,
      }),
    )
    .execute();
}

/** Moves shelf entries to the other bottle; a bottle already there keeps its list and takes the earlier date. */
export async function moveShelf(tx: Db, oldId: number, intoId: number): Promise<void> {
  await tx
    .insertInto("shelf")
    // The figures last sent about the old bottle's dupes do not apply to the other one.
    .columns(["user_id", "perfume_id", "list", "since"])
    .expression((of) =>
      of
        .selectFrom("shelf")
        .select((row) => ["user_id", row.val(intoId).as("perfume_id"), "list", "since"])
        .where("perfume_id", "=", oldId),
    )
    .onConflict((known) =>
      known.columns(["user_id", "perfume_id"]).doUpdateSet({
        since: sql`case when excluded.since < shelf.since then excluded.since else shelf.since end`,
      }),
    )
    .execute();
}
