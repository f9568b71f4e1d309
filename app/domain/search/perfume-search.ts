import { setTimeout as delay } from "node:timers/promises";
import { catalogueVersion } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { type PerfumeCard, perfumeCards } from "#app/domain/catalog/perfumes.ts";
import type { Linked } from "#app/domain/catalog/related-bottles.ts";
import {
  bestDupes,
  originalsOfBottles,
  type Resemblance,
} from "#app/domain/catalog/resemblance.ts";
import { buildIndex, type Entry, type SearchIndex } from "./engine.ts";
import { createYieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";

export const minQueryLength = 2;
/** RULES.md 5.8 */
const firstPage = 10;
const furtherPage = 40;
export const maxResults = 250;
const maxNearest = 4;
const rowsPerRead = 2000;
/** ms that a search waits for a new index before it uses the old one */
const timeout = 200;

export interface FoundPerfume extends PerfumeCard {
  dupeOf: Resemblance[];
  bestDupe: Resemblance | null;
}

interface FoundPage {
  perfumes: FoundPerfume[];
  count: number;
  pages: number;
}

export interface PerfumeSearch {
  /** Fewer than 2 characters find nothing (RULES.md 5.8). @param counted false: a miss is not counted (RULES.md 5.14) */
  find(query: string, page?: number, counted?: boolean): Promise<FoundPage>;
  /** For a query that finds nothing (RULES.md 5.8). */
  nearest(query: string): Promise<Linked[]>;
  /** For each name the most similar bottles, best first; not counted as searches. */
  alike(names: readonly string[], limit: number): Promise<Linked[][]>;
  /** The catalogue's brand at either end of a suggestion, else "", and the rest. */
  splitName(text: string): Promise<{ marca: string; nombre: string }>;
  warm(): Promise<void>;
}

interface Indexed {
  version: number;
  index: SearchIndex;
}

/** The index is rebuilt when the catalogue changes. @param onMiss told of each query that finds nothing */
export function createPerfumeSearch(
  db: Db,
  onMiss: (query: string) => void = () => {},
  inTurn: <T>(make: () => Promise<T>) => Promise<T> = (make) => make(),
): PerfumeSearch {
  let ready: Indexed | undefined;
  let building: { version: number; made: Promise<Indexed> } | undefined;

  /** This version's or a later one's. Builds follow one another, however many changes come meanwhile. */
  async function indexOf(version: number): Promise<Indexed> {
    if (ready && ready.version >= version) return ready;
    if (building && building.version < version) {
      await building.made.catch(() => null);
      return indexOf(version);
    }
    building ??= { version, made: make(version) };
    return building.made;
  }

  async function make(version: number): Promise<Indexed> {
    try {
      ready = { version, index: await inTurn(() => buildIndex(entries(db))) };
      return ready;
    } finally {
      building = undefined;
    }
  }

  /** The previous one when the current one takes longer or cannot be built. */
  async function currentIndex(): Promise<SearchIndex> {
    const version = await catalogueVersion(db);
    const previous = ready;
    if (previous && previous.version >= version) return previous.index;
    const made = indexOf(version);
    if (!previous) return (await made).index;
    const inTime = await Promise.race([made, delay(timeout)]).catch(() => null);
    return (inTime ?? previous).index;
  }

  return {
    async find(query, page = 1, counted = true) {
      const wanted = query.trim();
      if ([...wanted].length < minQueryLength) return { perfumes: [], count: 0, pages: 0 };
      const ids = (await currentIndex()).search(wanted, maxResults);
      if (ids.length === 0 && counted) onMiss(wanted);
      const from = page === 1 ? 0 : firstPage + (page - 2) * furtherPage;
      const to = firstPage + (page - 1) * furtherPage;
      return {
        perfumes: await foundPerfumes(db, ids.slice(from, to)),
        count: ids.length,
        pages: pagesOf(ids.length),
      };
    },
    async nearest(query) {
      const cards = await perfumeCards(db, (await currentIndex()).nearest(query, maxNearest));
      return cards.map(({ id, marca, nombre }) => ({ id, marca, nombre }));
    },
    async alike(names, limit) {
      const index = await currentIndex();
      const yieldToEventLoop = createYieldToEventLoop();
      const found: number[][] = [];
      for (const name of names) {
        // The space ends the last word. The nearest include what is similar enough.
        found.push(index.nearest(`${name} `, limit));
        await yieldToEventLoop();
      }
      const cards = await perfumeCards(db, [...new Set(found.flat())]);
      const byId = new Map(cards.map(({ id, marca, nombre }) => [id, { id, marca, nombre }]));
      return found.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
    },
    async splitName(text) {
      const found = (await currentIndex()).brandIn(text);
      const [known] = found ? await perfumeCards(db, [found.perfume]) : [];
      return found && known
        ? { marca: known.marca, nombre: found.rest }
        : { marca: "", nombre: text };
    },
    async warm() {
      await indexOf(await catalogueVersion(db));
    },
  };
}

const pagesOf = (count: number) =>
  count === 0 ? 0 : 1 + Math.ceil(Math.max(0, count - firstPage) / furtherPage);

async function foundPerfumes(db: Db, ids: number[]): Promise<FoundPerfume[]> {
  const [cards, originals, dupes] = await Promise.all([
    perfumeCards(db, ids),
    originalsOfBottles(db, ids),
    bestDupes(db, ids),
  ]);
  return cards.map((card) => ({
    ...card,
    dupeOf: originals.get(card.id) ?? [],
    bestDupe: dupes.get(card.id) ?? null,
  }));
}

export async function* entries(db: Db): AsyncGenerator<Entry> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom("perfumes")
      .select((row) => [
        "id",
        "marca",
        "nombre",
        row("popularidad", "+", row.ref("vistas")).as("popularidad"),
        row
          .exists(
            row.selectFrom("dupes").select("id").whereRef("dupe_perfume_id", "=", "perfumes.id"),
          )
          .as("isLookalike"),
      ])
      .where("id", ">", last)
      .orderBy("id")
      .limit(rowsPerRead)
      .execute();
    if (rows.length === 0) return;
    const end = rows.at(-1)!.id;
    const names = await otherNames(db, last, end);
    for (const { isLookalike, ...row } of rows)
      yield { ...row, isLookalike: Boolean(isLookalike), otherNames: names.get(row.id) ?? [] };
    if (rows.length < rowsPerRead) return;
    last = end;
  }
}

async function otherNames(db: Db, after: number, end: number): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom("perfume_aliases")
    .select(["perfume_id", "alias"])
    .where("perfume_id", ">", after)
    .where("perfume_id", "<=", end)
    .orderBy("perfume_id")
    .orderBy("alias_clave")
    .execute();
  const names = new Map<number, string[]>();
  for (const { perfume_id: id, alias } of rows) names.set(id, [...(names.get(id) ?? []), alias]);
  return names;
}
