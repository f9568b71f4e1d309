import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import { countWaiting, findWaiting, listWaiting, type Waiting } from "./waiting-items.ts";
import { type Item, type ItemKind, itemName } from "./items.ts";
import type { Described } from "./queue-kind.ts";
import { kindOf } from "./kinds.ts";

/** small, because each item needs a search of the catalogue */
export const pageSize = 10;
const maxAlike = 3;

export interface Alike extends BottleName {
  id: number;
}

export interface QueueItem extends Described, Item {
  name: string;
  times: number;
  since: string;
  /** best match first; only for suggestions */
  alike: Alike[];
}

/** Most requested first, then oldest (RULES.md 10.5). `item` selects a single one. */
export async function listQueue(
  db: Db,
  search: { alike(names: readonly string[], limit: number): Promise<Alike[][]> },
  { kind, page, item = null }: { kind: ItemKind | null; page: number; item?: Item | null },
) {
  const counts = await countWaiting(db);
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const total = kind === null ? all : counts[kind];
  const rows = item
    ? await findWaiting(db, item.kind, item.id)
    : await listWaiting(db, kind, pageSize, (page - 1) * pageSize);
  const described = await describe(db, rows);
  // Items decided after they were listed are missing.
  const there = rows.filter((row) => described.has(itemName(row)));
  const items = there.map((row) => ({ ...described.get(itemName(row))!, ...row }));
  const alike = await alikeOf(search, items);
  return {
    items: items.map((one): QueueItem => {
      const name = itemName(one);
      return { ...one, name, alike: alike.get(name) ?? [] };
    }),
    counts,
    all,
    total,
    pages: Math.ceil(total / pageSize),
  };
}

async function describe(db: Db, rows: readonly Waiting[]): Promise<Map<string, Described>> {
  const described = new Map<string, Described>();
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const { find, stateOf, describe: describeAll } = kindOf(kind);
    const ids = some.map(({ id }) => id);
    const found = await find(db, ids);
    for (const [at, one] of (await describeAll(db, found)).entries()) {
      const { version } = stateOf(found[at]!);
      described.set(itemName({ kind, id: found[at]!.id }), { ...one, version });
    }
  }
  return described;
}

async function alikeOf(
  search: Parameters<typeof listQueue>[1],
  items: (Described & Item)[],
): Promise<Map<string, Alike[]>> {
  const named = items.flatMap((item) =>
    item.details.kind === "perfume" || item.details.kind === "dupe"
      ? [{ item: itemName(item), text: `${item.details.marca} ${item.details.nombre}` }]
      : [],
  );
  const found = await search.alike(
    named.map(({ text }) => text),
    maxAlike,
  );
  return new Map(named.map(({ item }, at) => [item, found[at]!]));
}
