import type { Db } from "#db/database.ts";

/** Moves suggestions from one bottle to another. The same suggestion for both becomes one, keeping all its authors. */
export async function moveSuggestions(tx: Db, oldId: number, intoId: number): Promise<void> {
  for (const table of ["sugerencias_perfumes", "sugerencias_dupes"] as const)
    await tx.updateTable(table).set({ bottle_id: intoId }).where("bottle_id", "=", oldId).execute();
  const both = await tx
    .selectFrom("sugerencias_dupes as old")
    .innerJoin("sugerencias_dupes as kept", (on) =>
      on.onRef("kept.clave", "=", "old.clave").on("kept.perfume_id", "=", intoId),
    )
    .select(["old.id as oldId", "kept.id as keptId", "old.veces", "old.fuente"])
    .where("old.perfume_id", "=", oldId)
    .execute();
  for (const one of both) await joinSuggestions(tx, one);
  await tx
    .updateTable("sugerencias_dupes")
    .set({ perfume_id: intoId })
    .where("perfume_id", "=", oldId)
    .execute();
}

async function joinSuggestions(
  tx: Db,
  {
    oldId,
    keptId,
    veces,
    fuente,
  }: { oldId: number; keptId: number; veces: number; fuente: string | null },
): Promise<void> {
  await tx
    .updateTable("suggestion_authors")
    .set({ dupe_suggestion_id: keptId })
    .where("dupe_suggestion_id", "=", oldId)
    .where("user_id", "not in", (of) =>
      of
        .selectFrom("suggestion_authors")
        .select("user_id")
        .where("dupe_suggestion_id", "=", keptId),
    )
    .execute();
  await tx.deleteFrom("sugerencias_dupes").where("id", "=", oldId).execute();
  await tx
    .updateTable("sugerencias_dupes")
    .set((row) => ({
      veces: row("veces", "+", veces),
      fuente: row.fn.coalesce("fuente", row.val(fuente)),
    }))
    .where("id", "=", keptId)
    .execute();
}
