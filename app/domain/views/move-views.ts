import type { Db } from "#db/database.ts";

/** Callers move `perfumes.vistas` with the bottle. */
export async function moveViews(tx: Db, oldId: number, intoId: number): Promise<void> {
  await tx
    .updateTable("perfume_searches")
    .set({ perfume_id: intoId })
    .where("perfume_id", "=", oldId)
    .execute();
  await tx
    .insertInto("perfume_month_views")
    .columns(["month", "perfume_id", "views"])
    .expression((of) =>
      of
        .selectFrom("perfume_month_views")
        .select((row) => ["month", row.val(intoId).as("perfume_id"), "views"])
        .where("perfume_id", "=", oldId),
    )
    .onConflict((known) =>
      known.columns(["month", "perfume_id"]).doUpdateSet((row) => ({
        views: row("perfume_month_views.views", "+", row.ref("excluded.views")),
      })),
    )
    .execute();
}
