import { expect, test } from "vitest";
import type { Source, Table, Target, Value } from "./copied-tables.ts";
import { copyAll } from "./copy-database.ts";

const shops: Table = {
  name: "shops",
  columns: [
    { name: "host", kind: "text" },
    { name: "visits", kind: "integer" },
  ],
};

/** @param stored what the target has after it was given these rows */
async function copied(stored: (rows: Value[][]) => Value[][]) {
  const rows: Value[][] = [];
  const source: Source = {
    migrations: [],
    tables: [shops],
    inUse: false,
    async *rows() {
      yield [
        ["druni.es", 1],
        ["primor.eu", 2],
      ];
    },
    lastIds: async () => new Map(),
  };
  const target: Target = {
    tables: [shops],
    holdsNul: true,
    put: async (_, some) => void rows.push(...stored(some)),
    async *rows() {
      yield rows;
    },
    goOnAfter: async () => {},
  };
  return copyAll(source, target);
}

test.each<[what: string, stored: (rows: Value[][]) => Value[][]]>([
  ["another value", ([one]) => [one!, ["primor.eu", 3]]],
  ["a row less", ([one]) => [one!]],
  ["a row twice instead of another", ([one]) => [one!, one!]],
])("a copy that has %s is refused (RULES.md 14.13)", async (_, stored) => {
  await expect(copied(stored)).rejects.toThrow("The copy of shops differs from what was read");
});

test("the order of a copy's rows does not matter", async () => {
  const [table] = await copied((rows) => rows.toReversed());
  expect(table).toEqual({ name: "shops", rows: 2, replaced: 0 });
});
