import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { findSame, replaceHeld } from "#app/domain/prices/same-sighting.ts";
import { refreshBottle } from "#app/domain/prices/summaries.ts";
import { canonical } from "#app/i18n/text.ts";
import { findByName } from "#app/domain/catalog/bottles.ts";
import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { maxAliasLength } from "#app/domain/catalog/catalog-fields.ts";
import { foldNewViewsOf } from "#app/domain/views/new-views.ts";
import { recountVotes } from "#app/domain/catalog/recount.ts";
import { catalogueChanged } from "#app/domain/catalog/catalog-version.ts";

type MergeOutcome =
  | { outcome: "merged"; old: string; into: string }
  | { outcome: "no-such-bottle"; id: number }
  | { outcome: "same-bottle" }
  | { outcome: "dupe-of-itself" };

/**
 * Makes two bottles one (RULES.md 5.12), in one transaction: everything of `oldId` moves to `intoId`, whose own names,
 * photo, shop links and estimates stay where it has any. The old name becomes an alias, the old address leads to the new one.
 * @returns the names of both, or why nothing was changed: the two are one already, or one is a dupe of the other
 */
export async function mergePerfumes(
  db: Db,
  oldId: number,
  intoId: number,
  at: Date,
): Promise<MergeOutcome> {
  return inTransaction(db, async (tx): Promise<MergeOutcome> => {
    if (oldId === intoId) return { outcome: "same-bottle" };
    await foldNewViewsOf(tx, [oldId, intoId]);
    const old = await findPerfume(tx, oldId);
    if (!old) return { outcome: "no-such-bottle", id: oldId };
    const into = await findPerfume(tx, intoId);
    if (!into) return { outcome: "no-such-bottle", id: intoId };
    if ((await findDupeBetween(tx, oldId, intoId)) !== undefined)
      return { outcome: "dupe-of-itself" };

    const now = at.toISOString();
    await moveDupes(tx, "perfume_id", "dupe_perfume_id", oldId, intoId, now);
    await moveDupes(tx, "dupe_perfume_id", "perfume_id", oldId, intoId, now);
    await moveViews(tx, oldId, intoId);
    await moveSuggestions(tx, oldId, intoId);
    await moveAlerts(tx, oldId, intoId);
    await moveShelves(tx, oldId, intoId);
    await moveAliases(tx, old, into);
    await movePrices(tx, oldId, intoId, at);
    await replaceBottle(tx, old, into, now);
    await catalogueChanged(tx);
    return { outcome: "merged", old: nameOf(old), into: nameOf(into) };
  });
}

type Perfume = NonNullable<Awaited<ReturnType<typeof findPerfume>>>;

const nameOf = ({ marca, nombre }: Perfume) => `${marca} ${nombre}`;

async function findPerfume(db: Db, id: number) {
  return db.selectFrom("perfumes").selectAll().where("id", "=", id).executeTakeFirst();
}

type Side = "perfume_id" | "dupe_perfume_id";

/** Moves the dupes that have the bottle on one side. What the other bottle has, too, becomes one dupe. */
async function moveDupes(
  tx: Db,
  side: Side,
  otherSide: Side,
  oldId: number,
  intoId: number,
  now: string,
): Promise<void> {
  const both = await tx
    .selectFrom("dupes as old")
    .innerJoin("dupes as kept", (on) =>
      on.onRef(`kept.${otherSide}`, "=", `old.${otherSide}`).on(`kept.${side}`, "=", intoId),
    )
    .select(["old.id as oldDupe", "kept.id as keptDupe"])
    .where(`old.${side}`, "=", oldId)
    .execute();
  for (const { oldDupe, keptDupe } of both) await joinDupes(tx, oldDupe, keptDupe, now);
  await tx
    .updateTable("dupes")
    .set({ [side]: intoId, updated_at: now })
    .where(side, "=", oldId)
    .execute();
}

/** Votes (one per person, the older stays), reviews and drafts go to the dupe that is kept, which is counted anew. */
async function joinDupes(tx: Db, oldDupe: number, keptDupe: number, now: string): Promise<void> {
  await tx
    .deleteFrom("user_votes")
    .where("id", "in", (of) =>
      of
        .selectFrom("user_votes as one")
        .innerJoin("user_votes as other", "other.user_id", "one.user_id")
        .where("one.dupe_id", "in", [oldDupe, keptDupe])
        .where("other.dupe_id", "in", [oldDupe, keptDupe])
        .where(sql<boolean>`(other.created_at, other.id) < (one.created_at, one.id)`)
        .select("one.id"),
    )
    .execute();
  for (const table of ["user_votes", "dupe_reviews", "review_drafts"] as const)
    await tx.updateTable(table).set({ dupe_id: keptDupe }).where("dupe_id", "=", oldDupe).execute();
  await tx
    .updateTable("dupe_redirects")
    .set({ dupe_id: keptDupe })
    .where("dupe_id", "=", oldDupe)
    .execute();
  const old = await tx
    .deleteFrom("dupes")
    .where("id", "=", oldDupe)
    .returning(["enlace", "estimacion"])
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("dupes")
    .set((row) => ({
      enlace: row.fn.coalesce("enlace", row.val(old.enlace)),
      estimacion: row.fn.coalesce("estimacion", row.val(old.estimacion)),
      updated_at: now,
    }))
    .where("id", "=", keptDupe)
    .execute();
  await tx.insertInto("dupe_redirects").values({ old_id: oldDupe, dupe_id: keptDupe }).execute();
  await recountVotes(tx, [keptDupe]);
}

async function moveViews(tx: Db, oldId: number, intoId: number): Promise<void> {
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

/** What was suggested for both is one suggestion, the other bottle's, with everybody who made it. */
async function moveSuggestions(tx: Db, oldId: number, intoId: number): Promise<void> {
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
  for (const one of both) await joinSuggestions(tx, one);
  await tx
    .updateTable("sugerencias_dupes")
    .set({ perfume_id: intoId })
    .where("perfume_id", "=", oldId)
    .execute();
}

async function joinSuggestions(
  tx: Db,
  { oldId, keptId, veces }: { oldId: number; keptId: number; veces: number },
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
    .set((row) => ({ veces: row("veces", "+", veces) }))
    .where("id", "=", keptId)
    .execute();
}

/** Who waits for a dupe of either waits for one of the bottle that is left, since they first asked. */
async function moveAlerts(tx: Db, oldId: number, intoId: number): Promise<void> {
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

/** Who has either on their shelf has the bottle that is left, in the list in which they had that one, since they first had either. */
async function moveShelves(tx: Db, oldId: number, intoId: number): Promise<void> {
  await tx
    .insertInto("shelf")
    // What was told of the other bottle's dupes is nothing to compare with.
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

/** The old bottle goes, its address leads to the other, which has what it lacked and the views of both. */
async function replaceBottle(tx: Db, old: Perfume, into: Perfume, now: string): Promise<void> {
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
      popularidad: Math.max(into.popularidad, old.popularidad),
      vistas: into.vistas + old.vistas,
      updated_at: now,
    })
    .where("id", "=", into.id)
    .execute();
}

/** What another bottle is called already stays there. */
async function moveAliases(tx: Db, old: Perfume, into: Perfume): Promise<void> {
  const aliases = await tx
    .deleteFrom("perfume_aliases")
    .where("perfume_id", "=", old.id)
    .returningAll()
    .execute();
  const ofBrand = old.marca_clave === into.marca_clave;
  const given = aliases.map(({ alias_clave }) => alias_clave);
  const merged = await hasMerged(tx, old.id);
  const names = [
    { alias: ofBrand ? old.nombre : `${old.marca} ${old.nombre}`, kind: "name" as const },
    ...aliases.flatMap(({ kind, ...one }) => {
      const stays = ofBrand || kind === "code";
      const forms = stays ? [one.alias] : inOtherBrand(one, old.marca, merged ? given : null);
      return forms.map((alias) => ({ alias, kind }));
    }),
  ];
  for (const { alias, kind } of names) {
    const named = await findByName(tx, { marca: into.marca, nombre: alias });
    const free = named === undefined || named.id === old.id;
    if (free && alias.length <= maxAliasLength) await addAlias(tx, into, alias, kind);
  }
}

/** What was seen of both is one sighting, the other bottle's. */
async function movePrices(tx: Db, oldId: number, intoId: number, at: Date): Promise<void> {
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

/**
 * An alias is of a brand: in another one it gets its brand in front. What an earlier merge gave the old bottle begins with a
 * brand already, and nothing tells which ones do: there it also stays as it is, and of the two forms no further are made.
 * @param given the keys of the old bottle's aliases, if others were merged into it
 */
function inOtherBrand(
  { alias, alias_clave }: { alias: string; alias_clave: string },
  brand: string,
  given: string[] | null,
): string[] {
  if (given === null) return [`${brand} ${alias}`];
  const hasBothForms = given.some(
    (other) => other.endsWith(` ${alias_clave}`) || alias_clave.endsWith(` ${other}`),
  );
  return hasBothForms ? [alias] : [alias, `${brand} ${alias}`];
}

async function hasMerged(tx: Db, id: number): Promise<boolean> {
  const merged = tx.selectFrom("perfume_redirects").select("old_id").where("perfume_id", "=", id);
  return (await merged.limit(1).executeTakeFirst()) !== undefined;
}

async function addAlias(tx: Db, into: Perfume, alias: string, kind: "name" | "code") {
  const { id: perfume_id, marca_clave } = into;
  await tx
    .insertInto("perfume_aliases")
    .values({ marca_clave, alias_clave: canonical(alias), perfume_id, alias, kind })
    .onConflict((known) => known.doNothing())
    .execute();
}
