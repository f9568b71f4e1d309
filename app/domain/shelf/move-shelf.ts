import { sql } from "kysely";
import type { Db } from "#db/database.ts";

/** Who waits for a dupe of the old bottle waits for one of the other, since they first asked. */
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

/** Who has the old bottle on their shelf has the other: in the list where they had that one, since they first had either. */
export async function moveShelf(tx: Db, oldId: number, intoId: number): Promise<void> {
  await tx
    .insertInto("shelf")
    // The figures last sent about the old bottle's dupes say nothing of the other's.
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
