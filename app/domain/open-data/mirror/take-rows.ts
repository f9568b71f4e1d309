import type { Selectable } from "kysely";
import type { z } from "zod";
import { changeAlias, findAlias, saveAlias } from "#app/domain/catalog/aliases.ts";
import { addBottle, type BottleName, findByAlias, nameKey } from "#app/domain/catalog/bottles.ts";
import { aliasRow } from "#app/domain/catalog/csv/import-aliases.ts";
import { differs } from "#app/domain/catalog/csv/import-csv.ts";
import { dupeRow } from "#app/domain/catalog/csv/import-dupes.ts";
import { perfumeRow } from "#app/domain/catalog/csv/import-perfumes.ts";
import { sourceRow } from "#app/domain/catalog/csv/import-sources.ts";
import { addDupe, findDupeBetween, findRelation, updateDupe } from "#app/domain/catalog/dupes.ts";
import { renamePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { addSource, findSource, updateSource } from "#app/domain/catalog/sources.ts";
import { updateBottle } from "#app/domain/catalog/update-bottle.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import type { NamedBottles } from "./named-bottles.ts";

export const outcomes = ["added", "changed", "unchanged", "leftOut"] as const;
export type Outcome = (typeof outcomes)[number];

/** What became of a row, and its id here when it was added. */
export interface Taken {
  outcome: Outcome;
  id?: number;
}

export interface About<Row = unknown> {
  /** the row's id here, if it came with an earlier dump */
  own: number | undefined;
  /** that row; undefined when it was removed here */
  known: Row | undefined;
  /** the id that it must get */
  id: number | undefined;
  bottles: NamedBottles;
  now: Date;
}

const leftOut: Taken = { outcome: "leftOut" };
export const unchanged: Taken = { outcome: "unchanged" };
const changedIf = (changed: boolean): Taken => (changed ? { outcome: "changed" } : unchanged);
export const added = (id: number): Taken => ({ outcome: "added", id });
const withId = (id: number | undefined) => (id === undefined ? {} : { id });

type Mirrored = "perfumes" | "perfume_aliases" | "dupes" | "dupe_sources";

/** The form of a row, and what to do with one; a bottle that is missing here, or known by another name, leaves it out. */
const taker = <Form extends z.ZodObject, Table extends Mirrored>(
  table: Table,
  form: Form,
  take: (tx: Db, row: z.output<Form>, about: About<Selectable<Schema[Table]>>) => Promise<Taken>,
) => ({ table, form, take });

const perfumeForm = perfumeRow.omit({ foto: true });
export type PerfumeRow = z.output<typeof perfumeForm>;

export const takers = {
  perfumes: taker("perfumes", perfumeForm, async (tx, row, { own, known, bottles, now }) => {
    if (own === undefined) {
      if (bottles.named(row) || (await findByAlias(tx, row)) !== undefined) return unchanged;
      const bottle = { ...row, popularidad: row.popularidad ?? 0 };
      const id = await addBottle(tx, bottle, now.toISOString());
      bottles.renamed(null, { ...row, id });
      return added(id);
    }
    if (!known) return leftOut;
    if (nameKey(known) !== nameKey(row)) {
      if ((await renamePerfume(tx, own, namesOf(row), now)).outcome !== "renamed") return leftOut;
      bottles.renamed(known, { ...row, id: own });
    }
    return changedIf(await updateBottle(tx, known, row, now.toISOString()));
  }),

  aliases: taker(
    "perfume_aliases",
    aliasRow,
    async (tx, { alias, tipo = "name", ...row }, { own, known, id, bottles }) => {
      const bottle = bottles.named(row);
      if (!bottle || bottles.named({ marca: row.marca, nombre: alias })) return leftOut;
      const values = { alias, kind: tipo };
      if (known && !differs(known, { ...values, perfume_id: bottle.id })) return unchanged;
      const other = await findAlias(tx, row.marca, alias);
      if (own === undefined) {
        if (other) return other.perfume_id === bottle.id ? unchanged : leftOut;
        return added(await saveAlias(tx, bottle, { ...values, ...withId(id) }));
      }
      if (!known || (other && other.id !== own)) return leftOut;
      await changeAlias(tx, own, bottle, values);
      return changedIf(true);
    },
  ),

  dupes: taker(
    "dupes",
    dupeRow.omit({ foto: true, enlace: true }),
    async (tx, row, { own, known, id, bottles, now }) => {
      const { porcentaje: estimacion = null, estimacion_url = null } = row;
      if (own === undefined) {
        const [original, bottle] = await pairOf(bottles, row);
        if (!original || !bottle || original === bottle) return leftOut;
        if (await findDupeBetween(tx, original, bottle)) return unchanged;
        const values = { ...withId(id), estimacion, estimacion_url };
        return added(await addDupe(tx, original, bottle, values, now.toISOString()));
      }
      if (!known) return leftOut;
      const isChanged = differs(known, { estimacion, estimacion_url });
      if (isChanged)
        await updateDupe(tx, own, { enlace: known.enlace, estimacion, estimacion_url }, now);
      return changedIf(isChanged);
    },
  ),

  sources: taker("dupe_sources", sourceRow, async (tx, row, { own, known, id, bottles, now }) => {
    const { url, titulo: title, postura: stance, tipo: kind, fecha: said_on = null } = row;
    const values = { title, stance, kind, said_on };
    if (own === undefined) {
      const [original, bottle] = await pairOf(bottles, row);
      const dupe = original && bottle && (await findRelation(tx, original, bottle));
      if (!dupe) return leftOut;
      if (await findSource(tx, dupe.id, url)) return unchanged;
      const source = await addSource(tx, dupe.id, { ...withId(id), url, ...values }, now);
      return typeof source === "number" ? added(source) : leftOut;
    }
    if (!known || known.url !== url) return leftOut;
    const isChanged = differs(known, values);
    if (isChanged) await updateSource(tx, { id: own, dupeId: known.dupe_id }, values, now);
    return changedIf(isChanged);
  }),
};

const namesOf = ({ marca, nombre }: BottleName): BottleName => ({ marca, nombre });

const pairOf = async (
  bottles: NamedBottles,
  {
    perfume_marca,
    perfume_nombre,
    ...row
  }: BottleName & {
    perfume_marca: string;
    perfume_nombre: string;
  },
) =>
  [
    await bottles.find({ marca: perfume_marca, nombre: perfume_nombre }),
    await bottles.find(row),
  ] as const;
