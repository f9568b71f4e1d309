import type { z, ZodObject } from "zod";
import { type BottleName, findByAlias, findByNames, nameKey } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import { forgetPlans } from "#db/dialect.ts";
import type { DataFile } from "../data-files.ts";
import { forgetOrigins, mirroredRows, noteOrigins, type Origin } from "./mirrored-rows.ts";
import { batchSize } from "#db/chunks.ts";
import { batches, maxId, parsed, type Work } from "./read-rows.ts";
import type { Selectable } from "kysely";
import type { Schema } from "#db/schema.ts";

export type Outcome = "added" | "changed" | "unchanged" | "leftOut" | "withdrawn";

export const noRows = (): Record<Outcome, number> => ({
  added: 0,
  changed: 0,
  unchanged: 0,
  leftOut: 0,
  withdrawn: 0,
});

/** Removes rows that are no longer in the dump. @returns the ids of those that went */
type Withdraw = (tx: Db, ids: number[], now: Date) => Promise<number[]>;

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

export const leftOut: Taken = { outcome: "leftOut" };
export const unchanged: Taken = { outcome: "unchanged" };
export const changedIf = (changed: boolean): Taken =>
  changed ? { outcome: "changed" } : unchanged;
export const added = (id: number): Taken => ({ outcome: "added", id });
export const withId = (id: number | undefined) => (id === undefined ? {} : { id });

type Mirrored = "perfumes" | "perfume_aliases" | "dupes" | "dupe_sources";

/** The form of a row, and what to do with one; a bottle that is missing here, or known by another name, leaves it out. */
export const taker = <Form extends z.ZodObject, Table extends Mirrored>(
  table: Table,
  form: Form,
  take: (tx: Db, row: z.output<Form>, about: About<Selectable<Schema[Table]>>) => Promise<Taken>,
  withdraw?: Withdraw,
) => ({ table, form, take, withdraw });

interface Taker {
  /** where the rows are here */
  table: "perfumes" | "perfume_aliases" | "dupes" | "dupe_sources" | "prices";
  form: ZodObject;
  take(tx: Db, row: any, about: About<any>): Promise<Taken>;
  /** absent: what went there stays here, because people may have spoken about it */
  withdraw?: Withdraw | undefined;
  /** called after every batch */
  finish?(): Promise<void>;
}

export async function takeFile(work: Work, file: DataFile, taker: Taker) {
  const { tx, manifest, keepsIds, now } = work;
  const counts = noRows();
  const origin = { site: manifest.site, file };
  const bottles = createNamedBottles(tx);
  let [done, doubled, last] = [0, batchSize, 0];
  /** Withdraws what is not among the rows. @returns the others' ids here */
  const ownIds = async (theirs: number[], upTo: number) => {
    const [there, owns] = [new Set(theirs), new Map<number, number>()];
    if (keepsIds) return owns;
    for await (const some of mirroredRows(tx, origin, last, upTo)) {
      for (const { their_id, own_id } of some) if (there.has(their_id)) owns.set(their_id, own_id);
      const gone = some.filter(({ their_id }) => !there.has(their_id));
      counts.withdrawn += await withdraw(tx, origin, taker, gone, now);
    }
    last = upTo;
    return owns;
  };
  for await (const rows of batches(work, file)) {
    const values = rows.map((row) => parsed(row, taker.form, file));
    const theirs = rows.map(({ id }) => id);
    const owns = await ownIds(theirs, theirs.at(-1)!);
    const known = await rowsOf(tx, taker.table, [...owns.values()]);
    await bottles.load(values.flatMap(namesIn));
    const added: [number, number][] = [];
    for (const [at, row] of rows.entries()) {
      const own = owns.get(row.id);
      const id = keepsIds ? row.id : undefined;
      const about = { own, known: known.get(own), id, bottles, now };
      const taken = await taker.take(tx, values[at], about);
      counts[taken.outcome]++;
      if (taken.id !== undefined) added.push([row.id, taken.id]);
    }
    await taker.finish?.();
    await noteOrigins(tx, origin, added);
    done += rows.length;
    if (done < doubled) continue;
    await forgetPlans(tx);
    doubled = 2 * done;
  }
  await ownIds([], maxId);
  return counts;
}

async function withdraw(
  tx: Db,
  origin: Origin,
  taker: Taker,
  rows: { their_id: number; own_id: number }[],
  now: Date,
): Promise<number> {
  if (!taker.withdraw || rows.length === 0) return 0;
  const ids = rows.map(({ own_id }) => own_id);
  const gone = new Set(await taker.withdraw(tx, ids, now));
  const theirs = rows.filter(({ own_id }) => gone.has(own_id)).map(({ their_id }) => their_id);
  if (theirs.length > 0) await forgetOrigins(tx, origin, theirs);
  return theirs.length;
}

async function rowsOf(tx: Db, table: Taker["table"], ids: number[]) {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom(table as "perfumes")
    .selectAll()
    .where("id", "in", ids)
    .execute();
  return new Map<number | undefined, unknown>(rows.map((row) => [row.id, row]));
}

/** All bottles that a row could mean. */
function namesIn(row: Record<string, unknown>): BottleName[] {
  const { marca, nombre, alias, perfume_marca, perfume_nombre } = row as Record<string, string>;
  return [
    { marca: marca!, nombre: nombre! },
    ...(alias === undefined ? [] : [{ marca: marca!, nombre: alias }]),
    ...(perfume_marca === undefined ? [] : [{ marca: perfume_marca, nombre: perfume_nombre! }]),
  ];
}

type Bottle = Pick<Selectable<Schema["perfumes"]>, "id" | "marca" | "nombre">;

type NamedPair = BottleName & { perfume_marca: string; perfume_nombre: string };

type NamedBottles = ReturnType<typeof createNamedBottles>;

/** The bottles that a batch of rows names, read in one statement: a database may be far away. */
function createNamedBottles(tx: Db) {
  let bottles = new Map<string, Bottle>();
  /** Also by an alias. */
  const find = async (name: BottleName): Promise<number | undefined> =>
    bottles.get(nameKey(name))?.id ?? (await findByAlias(tx, name));
  return {
    async load(names: BottleName[]): Promise<void> {
      const distinct = new Map(names.map((name) => [nameKey(name), name]));
      bottles = await findByNames(tx, [...distinct.values()]);
    },
    named: (name: BottleName) => bottles.get(nameKey(name)),
    find,
    /** @returns the original and the dupe that a row names */
    async pair({ perfume_marca, perfume_nombre, ...row }: NamedPair) {
      const original = await find({ marca: perfume_marca, nombre: perfume_nombre });
      return [original, await find(row)] as const;
    },
    renamed(before: BottleName | null, now: Bottle): void {
      if (before) bottles.delete(nameKey(before));
      bottles.set(nameKey(now), now);
    },
  };
}
