import { setTimeout as delay } from "node:timers/promises";
import { catalogueVersion } from "#db/catalogue/version.ts";
import type { Db } from "#db/connect.ts";
import { type PerfumeCard, perfumeCards } from "./perfumes.ts";
import { buildIndex, type Entry, type SearchIndex } from "./search/engine.ts";

/** spec.md §9 */
export const shortestQuery = 2;
const mostResults = 10;
const rowsPerRead = 2000;
/** How long a search waits for a renewed index before it answers from the one it has, in ms. */
const patience = 200;

interface Indexed {
  version: number;
  building: Promise<SearchIndex>;
  ready: SearchIndex | undefined;
}

const indexes = new WeakMap<Db, Indexed>();

/**
 * The perfumes that a shopper may mean (design §5, "Search"), the best first: at most 10, none below 2 characters.
 * Serves the page and `/api/perfumes`.
 */
export async function findPerfumes(db: Db, query: string): Promise<PerfumeCard[]> {
  const wanted = query.trim();
  if ([...wanted].length < shortestQuery) return [];
  const index = await currentIndex(db);
  return perfumeCards(db, index.search(wanted, mostResults));
}

/** Builds the index ahead of the first search. */
export async function warmSearch(db: Db): Promise<void> {
  await currentIndex(db);
}

/** The index of the catalogue as it is. One that is outdated goes on answering while its successor is built. */
async function currentIndex(db: Db): Promise<SearchIndex> {
  const version = await catalogueVersion(db);
  const known = indexes.get(db);
  if (known?.version === version) return known.ready ?? known.building;
  const renewed: Indexed = { version, building: buildIndex(entries(db)), ready: undefined };
  indexes.set(db, renewed);
  renewed.building.then(
    (index) => (renewed.ready = index),
    // The next search tries again; until then the one before, if any, goes on answering.
    () => (known ? indexes.set(db, known) : indexes.delete(db)),
  );
  if (!known?.ready) return renewed.building;
  renewed.ready = known.ready;
  const inTime = await Promise.race([renewed.building, delay(patience)]).catch(() => null);
  return inTime ?? known.ready;
}

async function* entries(db: Db): AsyncGenerator<Entry> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom("perfumes")
      .select((row) => [
        "id",
        "marca",
        "nombre",
        row("popularidad", "+", row.ref("vistas")).as("popularidad"),
      ])
      .where("id", ">", last)
      .orderBy("id")
      .limit(rowsPerRead)
      .execute();
    yield* rows;
    if (rows.length < rowsPerRead) return;
    last = rows[rows.length - 1]!.id;
  }
}
