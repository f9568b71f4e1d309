import type { Selectable } from "kysely";
import type { z } from "zod";
import { changeAlias, findAlias, saveAlias } from "#app/domain/catalog/aliases.ts";
import { addBottle, findByAlias, findByName, nameKey } from "#app/domain/catalog/bottles.ts";
import { aliasRow } from "#app/domain/catalog/csv/import-aliases.ts";
import { differs } from "#app/domain/catalog/csv/import-csv.ts";
import { dupeRow, findByNameOrAlias } from "#app/domain/catalog/csv/import-dupes.ts";
import { perfumeRow } from "#app/domain/catalog/csv/import-perfumes.ts";
import { sourceRow } from "#app/domain/catalog/csv/import-sources.ts";
import { addDupe, findDupeBetween, findRelation, updateDupe } from "#app/domain/catalog/dupes.ts";
import { renamePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { addSource, findSource, updateSource } from "#app/domain/catalog/sources.ts";
import { updateBottle } from "#app/domain/catalog/update-bottle.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

export const outcomes = ["added", "changed", "unchanged", "leftOut"] as const;
export type Outcome = (typeof outcomes)[number];

/** What became of a row, and its id here when it was added. */
export interface Taken {
  outcome: Outcome;
  id?: number;
}

export interface About {
  /** the row's id here, if it came with an earlier dump */
  own: number | undefined;
  /** the id that it must get */
  id: number | undefined;
  now: Date;
}

const leftOut: Taken = { outcome: "leftOut" };
const unchanged: Taken = { outcome: "unchanged" };
const changedIf = (changed: boolean): Taken => (changed ? { outcome: "changed" } : unchanged);
const added = (id: number): Taken => ({ outcome: "added", id });
const withId = (id: number | undefined) => (id === undefined ? {} : { id });

/** The form of a row, and what to do with one; a bottle that is missing here, or known by another name, leaves it out. */
const taker = <Form extends z.ZodObject>(
  form: Form,
  take: (tx: Db, row: z.output<Form>, about: About) => Promise<Taken>,
) => ({ form, take });

export const takers = {
  perfumes: taker(perfumeRow.omit({ foto: true }), async (tx, row, { own, id, now }) => {
    if (own === undefined) {
      if ((await findByName(tx, row)) || (await findByAlias(tx, row)) !== undefined)
        return unchanged;
      const bottle = { ...row, ...withId(id), popularidad: row.popularidad ?? 0 };
      return added(await addBottle(tx, bottle, now.toISOString()));
    }
    const known = await rowOf(tx, "perfumes", own);
    if (!known) return leftOut;
    const isRenamed = nameKey(known) !== nameKey(row);
    if (isRenamed && (await renamePerfume(tx, own, namesOf(row), now)).outcome !== "renamed")
      return leftOut;
    return changedIf(await updateBottle(tx, known, row, now.toISOString()));
  }),

  aliases: taker(aliasRow, async (tx, { alias, tipo = "name", ...row }, { own, id }) => {
    const bottle = await findByName(tx, row);
    const named = await findByName(tx, { marca: row.marca, nombre: alias });
    if (!bottle || named) return leftOut;
    const other = await findAlias(tx, row.marca, alias);
    const values = { alias, kind: tipo };
    if (own === undefined) {
      if (other) return other.perfume_id === bottle.id ? unchanged : leftOut;
      return added(await saveAlias(tx, bottle, { ...values, ...withId(id) }));
    }
    const known = await rowOf(tx, "perfume_aliases", own);
    if (!known || (other && other.id !== own)) return leftOut;
    const isChanged = differs(known, { ...values, perfume_id: bottle.id });
    if (isChanged) await changeAlias(tx, own, bottle, values);
    return changedIf(isChanged);
  }),

  dupes: taker(dupeRow.omit({ foto: true, enlace: true }), async (tx, row, { own, id, now }) => {
    const { porcentaje: estimacion = null, estimacion_url = null } = row;
    if (own === undefined) {
      const [original, bottle] = await pairOf(tx, row);
      if (!original || !bottle || original.id === bottle.id) return leftOut;
      if (await findDupeBetween(tx, original.id, bottle.id)) return unchanged;
      const values = { ...withId(id), estimacion, estimacion_url };
      return added(await addDupe(tx, original.id, bottle.id, values, now.toISOString()));
    }
    const known = await rowOf(tx, "dupes", own);
    if (!known) return leftOut;
    const isChanged = differs(known, { estimacion, estimacion_url });
    if (isChanged)
      await updateDupe(tx, own, { enlace: known.enlace, estimacion, estimacion_url }, now);
    return changedIf(isChanged);
  }),

  sources: taker(sourceRow, async (tx, row, { own, id, now }) => {
    const { url, titulo: title, postura: stance, tipo: kind, fecha: said_on = null } = row;
    const values = { title, stance, kind, said_on };
    if (own === undefined) {
      const [original, bottle] = await pairOf(tx, row);
      const dupe = original && bottle && (await findRelation(tx, original.id, bottle.id));
      if (!dupe) return leftOut;
      if (await findSource(tx, dupe.id, url)) return unchanged;
      const source = await addSource(tx, dupe.id, { ...withId(id), url, ...values }, now);
      return typeof source === "number" ? added(source) : leftOut;
    }
    const known = await rowOf(tx, "dupe_sources", own);
    if (!known || known.url !== url) return leftOut;
    const isChanged = differs(known, values);
    if (isChanged) await updateSource(tx, { id: own, dupeId: known.dupe_id }, values, now);
    return changedIf(isChanged);
  }),
};

const namesOf = ({ marca, nombre }: { marca: string; nombre: string }) => ({ marca, nombre });

const pairOf = async (
  tx: Db,
  row: { perfume_marca: string; perfume_nombre: string; marca: string; nombre: string },
) =>
  [
    await findByNameOrAlias(tx, { marca: row.perfume_marca, nombre: row.perfume_nombre }),
    await findByNameOrAlias(tx, row),
  ] as const;

type Mirrored = "perfumes" | "perfume_aliases" | "dupes" | "dupe_sources";

async function rowOf<Table extends Mirrored>(tx: Db, table: Table, id: number) {
  const rows = tx
    .selectFrom(table as "perfumes")
    .selectAll()
    .where("id", "=", id);
  return (await rows.executeTakeFirst()) as Selectable<Schema[Table]> | undefined;
}
