import type { Selectable } from "kysely";
import { type BottleName, findByAlias, findByNames, nameKey } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

type Bottle = Pick<Selectable<Schema["perfumes"]>, "id" | "marca" | "nombre">;

export type NamedBottles = ReturnType<typeof createNamedBottles>;

/** The bottles that a batch of rows names, read in one statement: a database may be far away. */
export function createNamedBottles(tx: Db) {
  let bottles = new Map<string, Bottle>();
  return {
    async load(names: BottleName[]): Promise<void> {
      const distinct = new Map(names.map((name) => [nameKey(name), name]));
      bottles = await findByNames(tx, [...distinct.values()]);
    },
    named: (name: BottleName) => bottles.get(nameKey(name)),
    /** Also by an alias. */
    async find(name: BottleName): Promise<number | undefined> {
      return bottles.get(nameKey(name))?.id ?? (await findByAlias(tx, name));
    },
    renamed(before: BottleName | null, now: Bottle): void {
      if (before) bottles.delete(nameKey(before));
      bottles.set(nameKey(now), now);
    },
  };
}
