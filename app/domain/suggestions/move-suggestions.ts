import type { Db } from "#db/database.ts";
import { movePages } from "./suggested-pages.ts";
import { moveVoices } from "./suggestion-authors.ts";

/** Moves suggestions from one bottle to another. The same suggestion for both becomes one, keeping all its authors. */
export async function moveSuggestions(tx: Db, oldId: number, intoId: number): Promise<void> {
  for (const table of ["sugerencias_perfumes", "sugerencias_dupes"] as const)
    await tx.updateTable(table).set({ bottle_id: intoId }).where("bottle_id", "=", oldId).execute();
  const both = await tx
    .selectFrom("sugerencias_dupes as old")
    .innerJoin("sugerencias_dupes as kept", (on) =>
      on.onRef("kept.clave", "=", "old.clave").on("kept.perfume_id", "=", intoId),
    )
    .select(["old.id as oldId", "kept.id as keptId", "old.veces"])
    .where("old.perfume_id", "=", oldId)
    .execute();
  for (const { oldId: old, keptId, veces } of both) await joinSuggestions(tx, old, keptId, veces);
  await moveFacts(tx, oldId, intoId);
  await tx
    .updateTable("sugerencias_dupes")
    .set({ perfume_id: intoId })
    .where("perfume_id", "=", oldId)
    .execute();
}

async function joinSuggestions(
  tx: Db,
  oldId: number,
  keptId: number,
  veces: number,
): Promise<void> {
  const doubled = await moveVoices(tx, oldId, keptId);
  const isSupported = await movePages(tx, oldId, keptId);
  await tx.deleteFrom("sugerencias_dupes").where("id", "=", oldId).execute();
  await tx
    .updateTable("sugerencias_dupes")
    .set((row) => ({
      veces: row("veces", "+", veces - doubled),
      version: row("version", "+", isSupported ? 1 : 0),
    }))
    .where("id", "=", keptId)
    .execute();
}

/** Of a person's two waiting suggestions, the newer stays. */
async function moveFacts(tx: Db, oldId: number, intoId: number): Promise<void> {
  const waiting = await tx
    .selectFrom("fact_suggestions")
    .select(["id", "user_id"])
    .where("perfume_id", "in", [oldId, intoId])
    .where("state", "=", "waiting")
    .where("user_id", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const people = Map.groupBy(waiting, ({ user_id }) => user_id);
  const older = [...people.values()].flatMap(([, ...others]) => others.map(({ id }) => id));
  if (older.length > 0) await tx.deleteFrom("fact_suggestions").where("id", "in", older).execute();
  const revision = tx.selectFrom("perfumes").select("revision").where("id", "=", oldId);
  await tx
    .updateTable("fact_suggestions")
    // More than version and revision were together: who saw it beside the old bottle must look again.
    .set((row) => ({ perfume_id: intoId, version: row("version", "+", revision) }))
    .where("perfume_id", "=", oldId)
    .execute();
}
