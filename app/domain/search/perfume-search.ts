import type { Db } from "#db/database.ts";
import { type PerfumeCard, perfumeCards } from "#app/domain/catalog/perfumes.ts";
import type { Linked } from "#app/domain/catalog/next-bottles.ts";
import { bestDupes, originalsOfBottles, type Resemblance } from "#app/domain/catalog/best-dupes.ts";
import { createYieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";
import { createCurrentIndex, type WithLock } from "./current-index.ts";
import type { Hit, SearchIndex } from "./engine.ts";
import { withLookalikes } from "./house-and-original.ts";
import { namedPair, type NamedPair } from "./named-pair.ts";

export const minQueryLength = 2;
/** RULES.md 2.1 */
const firstPage = 10;
const furtherPage = 40;
export const maxResults = 250;
const maxNearest = 4;

export interface FoundPerfume extends PerfumeCard {
  dupeOf: Resemblance[];
  bestDupe: Resemblance | null;
  /** not what was typed (RULES.md 2.1) */
  isNear: boolean;
  notes?: string[];
}

interface FoundPage {
  perfumes: FoundPerfume[];
  /** on the first page, the relation whose two bottles the query names */
  pair?: { original: Linked; lookAlike: FoundPerfume };
  count: number;
  pages: number;
}

export type PerfumeSearch = ReturnType<typeof createPerfumeSearch>;

/** Rebuilds its index when the catalogue changes. @param onMiss called for each query without results */
export function createPerfumeSearch(
  db: Db,
  onMiss: (query: string, address: string) => void = () => {},
  withLock?: WithLock,
) {
  const current = createCurrentIndex(db, withLock);
  return {
    /** Fewer than 2 characters find nothing (RULES.md 2.1). @param address of the person, for a miss (RULES.md 2.2); null: a miss is not counted */
    async find(query: string, page = 1, address: string | null = null): Promise<FoundPage> {
      const wanted = query.trim();
      if ([...wanted].length < minQueryLength) return { perfumes: [], count: 0, pages: 0 };
      const index = await current.index();
      const hits = await withLookalikes(db, index, wanted, index.find(wanted, maxResults));
      const named = await namedPair(db, index, wanted, hits);
      const asTyped = withNotes(index, wanted, hits).map((hit) =>
        hit.id === named?.originalId || hit.id === named?.lookAlikeId
          ? { ...hit, isNear: false }
          : hit,
      );
      const pair = named && (await bottlesIn(db, named));
      const found = nearLast(asTyped).slice(0, pair ? maxResults - 1 : maxResults);
      const count = found.length + (pair ? 1 : 0);
      if (count === 0 && address !== null) onMiss(wanted, address);
      return {
        ...(page === 1 && pair && { pair }),
        perfumes: await foundPerfumes(db, onPage(found, page)),
        count,
        pages: pagesOf(found.length),
      };
    },
    /** Suggestions for a query without results (RULES.md 2.1). */
    async nearest(query: string): Promise<Linked[]> {
      const cards = await perfumeCards(db, (await current.index()).nearest(query, maxNearest));
      return cards.map(linked);
    },
    /** The most similar bottles for each name, best first; not counted as searches. */
    async alike(names: readonly string[], limit: number): Promise<Linked[][]> {
      const index = await current.index();
      const yieldToEventLoop = createYieldToEventLoop();
      const found: number[][] = [];
      for (const name of names) {
        // The space completes the last word. `nearest` includes regular results.
        found.push(index.nearest(`${name} `, limit));
        await yieldToEventLoop();
      }
      const cards = await perfumeCards(db, [...new Set(found.flat())]);
      const byId = new Map(cards.map((card) => [card.id, linked(card)]));
      return found.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
    },
    /** Splits a known brand, or "", from either end of a suggestion. */
    async splitName(text: string) {
      const [found] = (await current.index()).brandsIn(text);
      const [known] = found ? await perfumeCards(db, [found.perfume]) : [];
      return found && known
        ? { marca: known.marca, nombre: found.rest }
        : { marca: "", nombre: text };
    },
    warm: current.build,
  };
}

const linked = ({ id, marca, nombre }: PerfumeCard): Linked => ({ id, marca, nombre });

/** @returns null when one was removed meanwhile */
async function bottlesIn(db: Db, { originalId, lookAlikeId }: NamedPair) {
  const [original] = await perfumeCards(db, [originalId]);
  const [found] = await foundPerfumes(db, [{ id: lookAlikeId, isNear: false }]);
  if (!original || !found) return null;
  const named = linked(original);
  const known = found.dupeOf.find(({ id }) => id === originalId) ?? { ...named, porcentaje: null };
  const dupeOf = [known, ...found.dupeOf.filter(({ id }) => id !== originalId)];
  return { original: named, lookAlike: { ...found, dupeOf } };
}

const onPage = (found: Found[], page: number) =>
  page === 1
    ? found.slice(0, firstPage)
    : found.slice(firstPage + (page - 2) * furtherPage, firstPage + (page - 1) * furtherPage);

const pagesOf = (count: number) =>
  count === 0 ? 0 : 1 + Math.ceil(Math.max(0, count - firstPage) / furtherPage);

type Found = Hit & { notes?: string[] };

/** A name comes before a note, unless it is not what was typed. */
function withNotes(index: SearchIndex, query: string, hits: Hit[]): Found[] {
  const named = new Set(hits.flatMap(({ id, isNear }) => (isNear ? [] : id)));
  const noted = index.withNotes(query, maxResults).filter(({ id }) => !named.has(id));
  const better = new Set(noted.flatMap(({ id, isNear }) => (isNear ? [] : id)));
  const names = hits.filter(({ id }) => !better.has(id));
  const all = new Set(names.map(({ id }) => id));
  return [...names, ...noted.filter(({ id }) => !all.has(id))];
}

const nearLast = (hits: Found[]) => hits.toSorted((a, b) => Number(a.isNear) - Number(b.isNear));

async function foundPerfumes(db: Db, hits: Found[]): Promise<FoundPerfume[]> {
  const ids = hits.map(({ id }) => id);
  const hitOf = new Map(hits.map((hit) => [hit.id, hit]));
  const [cards, originals, dupes] = await Promise.all([
    perfumeCards(db, ids),
    originalsOfBottles(db, ids),
    bestDupes(db, ids),
  ]);
  return cards.map((card) => {
    const { isNear, notes } = hitOf.get(card.id)!;
    return {
      ...card,
      dupeOf: originals.get(card.id) ?? [],
      bestDupe: dupes.get(card.id) ?? null,
      isNear,
      ...(notes && { notes }),
    };
  });
}
