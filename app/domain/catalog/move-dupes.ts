import type { Selectable } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { factColumns, type StoredFacts } from "./facts.ts";
import { recountVotes } from "./recount.ts";
import { moveSources } from "./sources.ts";

const sides = ["perfume_id", "dupe_perfume_id"] as const;

export interface DupePair {
  oldDupe: number;
  keptDupe: number;
}

export async function sharedDupes(tx: Db, oldId: number, intoId: number): Promise<DupePair[]> {
  const pairs: DupePair[] = [];
  for (const side of sides) {
    const other = sides.find((one) => one !== side)!;
    const shared = tx
      .selectFrom("dupes as old")
      .innerJoin("dupes as kept", (on) =>
        on.onRef(`kept.${other}`, "=", `old.${other}`).on(`kept.${side}`, "=", intoId),
      )
      .select(["old.id as oldDupe", "kept.id as keptDupe"])
      .where(`old.${side}`, "=", oldId);
    pairs.push(...(await shared.execute()));
  }
  return pairs;
}

/** The kept dupe's link, estimate and sources win. */
export async function joinDupes(
  tx: Db,
  { oldDupe, keptDupe }: DupePair,
  now: string,
): Promise<void> {
  await tx
    .updateTable("dupe_redirects")
    .set({ dupe_id: keptDupe })
    .where("dupe_id", "=", oldDupe)
    .execute();
  await moveSources(tx, oldDupe, keptDupe);
  const old = await tx
    .deleteFrom("dupes")
    .where("id", "=", oldDupe)
    .returning(["enlace", "estimacion", "estimacion_url"])
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("dupes")
    .set((row) => ({
      enlace: row.fn.coalesce("enlace", row.val(old.enlace)),
      estimacion: row.fn.coalesce("estimacion", row.val(old.estimacion)),
      estimacion_url: row
        .case()
        .when("estimacion", "is", null)
        .then(old.estimacion_url)
        .else(row.ref("estimacion_url"))
        .end(),
      updated_at: now,
    }))
    .where("id", "=", keptDupe)
    .execute();
  await tx.insertInto("dupe_redirects").values({ old_id: oldDupe, dupe_id: keptDupe }).execute();
  await recountVotes(tx, [keptDupe]);
}

export async function moveDupes(tx: Db, oldId: number, intoId: number, now: string): Promise<void> {
  for (const side of sides)
    await tx
      .updateTable("dupes")
      .set({ [side]: intoId, updated_at: now })
      .where(side, "=", oldId)
      .execute();
}

type Bottle = StoredFacts &
  Pick<Selectable<Schema["perfumes"]>, "id" | "foto" | "popularidad" | "vistas">;

/** Redirects the old address to the remaining bottle, fills its missing fields and adds the views. */
export async function replaceBottle(tx: Db, old: Bottle, into: Bottle, now: string): Promise<void> {
  await tx
    .updateTable("perfume_redirects")
    .set({ perfume_id: into.id })
    .where("perfume_id", "=", old.id)
    .execute();
  await tx.deleteFrom("perfumes").where("id", "=", old.id).execute();
  await tx
    .insertInto("perfume_redirects")
    .values({ old_id: old.id, perfume_id: into.id })
    .execute();
  await tx
    .updateTable("perfumes")
    .set({
      foto: into.foto ?? old.foto,
      ...Object.fromEntries(factColumns.map((name) => [name, into[name] ?? old[name]])),
      popularidad: Math.max(into.popularidad, old.popularidad),
      vistas: into.vistas + old.vistas,
      updated_at: now,
    })
    .where("id", "=", into.id)
    .execute();
}
