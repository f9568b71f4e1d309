import { readTabs } from "./search-tables.ts";
import type { Entry, SearchIndex } from "../../app/domain/search/engine.ts";

/** A query, and the ids of the perfumes that may come first; none when nothing should be found. */
export type Case = { query: string; kind: string; right: Set<number> };

/** Reads cases; omits those whose perfume this catalogue lacks. */
export function readCases(file: string, perfumes: Entry[]): Case[] {
  const key = (marca: string, nombre: string) => `${marca}\n${nombre}`.toLowerCase();
  const ids = new Map<string, number[]>();
  for (const { id, marca, nombre } of perfumes) {
    for (const each of [key(marca, nombre), key("", nombre)])
      ids.set(each, [...(ids.get(each) ?? []), id]);
  }
  return readTabs(file).flatMap(
    ({ query = "", marca = "", nombre = "", kind = "", also_right: also = "" }) => {
      const names = [nombre, ...also.split("|")].filter(Boolean);
      const right = new Set(
        names.flatMap((name) => ids.get(key(marca, name)) ?? ids.get(key("", name)) ?? []),
      );
      return nombre && right.size === 0 ? [] : [{ query, kind, right }];
    },
  );
}

/** A case, the rank of a right result (0 is first, -1 missing), and the results for printing. */
export type Placed = { query: string; kind: string; place: number; found: string[] };

type Tally = { queries: number; first: number; five: number };

/** Searches for every case. */
export function placesOf(cases: Case[], index: SearchIndex, perfumes: Entry[]): Placed[] {
  const nameOf = new Map(perfumes.map(({ id, marca, nombre }) => [id, `${marca} · ${nombre}`]));
  return cases.map(({ query, kind, right }) => {
    const found = index.find(query, 5).map(({ id }) => id);
    const place = right.size ? found.findIndex((id) => right.has(id)) : found.length ? -1 : 0;
    return { query, kind, place, found: found.map((id) => nameOf.get(id)!) };
  });
}

/**
 * Prints, per kind and in total, how many cases have a right result first and among the first five.
 * @param showMisses whether to list the cases without a right result first
 */
export function printQuality(title: string, cases: Placed[], showMisses: boolean): void {
  const tallies = new Map<string, Tally>();
  const total: Tally = { queries: 0, first: 0, five: 0 };
  for (const { kind, place } of cases) {
    const tally = tallies.get(kind) ?? { queries: 0, first: 0, five: 0 };
    tallies.set(kind, tally);
    for (const each of [tally, total]) {
      each.queries++;
      if (place === 0) each.first++;
      if (place >= 0) each.five++;
    }
  }
  const percent = ({ queries, first, five }: Tally) => ({
    queries,
    "first %": Number(((100 * first) / queries).toFixed(1)),
    "top five %": Number(((100 * five) / queries).toFixed(1)),
  });
  console.log(`\n${title}`);
  const kinds = [...tallies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, tally]) => [kind, percent(tally)]);
  console.table(Object.fromEntries([...kinds, ["total", percent(total)]]));
  if (!showMisses) return;
  for (const { query, place, found } of cases)
    if (place !== 0)
      console.log(`  ${place < 0 ? "✗" : place + 1} [${query}] ${found.join(" | ")}`);
}
