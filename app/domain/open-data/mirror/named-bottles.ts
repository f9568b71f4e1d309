import type { Selectable } from "kysely";
import { type BottleName, findByAlias, findByNames, nameKey } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

type Bottle = Pick<Selectable<Schema["perfumes"]>, "id" | "marca" | "nombre">;

type NamedPair = BottleName & { perfume_marca: string; perfume_nombre: string };

export type NamedBottles = ReturnType<typeof createNamedBottles>;

/** The bottles that a batch of rows names, read in one statement: a database may be far away. */
export function createNamedBottles(tx: Db) {
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
