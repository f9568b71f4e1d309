import { type Selectable, sql } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { factColumns, type StoredFacts } from "./facts.ts";
import { recountVotes } from "./recount.ts";
import { moveSources } from "./sources.ts";

const sides = ["perfume_id", "dupe_perfume_id"] as const;

export interface DupePair {
  oldDupe: number;
  keptDupe: number;
  /** whether the one's original is the other's look-alike */
  isTurned: boolean;
}

/** Of two bottles that become one, the dupes that do, too. */
export async function sharedDupes(tx: Db, oldId: number, intoId: number): Promise<DupePair[]> {
  const { rows } = await sql<DupePair>`
    select old.id as "oldDupe", kept.id as "keptDupe",
      (old.perfume_id = ${oldId}) <> (kept.perfume_id = ${intoId}) as "isTurned"
    from dupes as old join dupes as kept
      on kept.perfume_id + kept.dupe_perfume_id - ${intoId} = old.perfume_id + old.dupe_perfume_id - ${oldId}
    where (old.perfume_id = ${oldId} or old.dupe_perfume_id = ${oldId})
      and (kept.perfume_id = ${intoId} or kept.dupe_perfume_id = ${intoId})
    order by "isTurned" desc, old.id`.execute(tx);
  // Of two that are each other's opposite, one is enough.
  const pairs = new Map(rows.map((pair) => [pair.oldDupe, pair]));
  return [...pairs.values()].map((pair) => ({ ...pair, isTurned: Boolean(pair.isTurned) }));
}

/** The kept dupe's link, estimate and sources win. */
export async function joinDupes(
  tx: Db,
  { oldDupe, keptDupe, isTurned }: DupePair,
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
      enlace: row.fn.coalesce("enlace", row.val(isTurned ? null : old.enlace)),
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
