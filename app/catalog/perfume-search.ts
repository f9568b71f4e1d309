import { setTimeout as delay } from "node:timers/promises";
import { catalogueVersion } from "#db/catalogue/version.ts";
import type { Db } from "#db/connect.ts";
import { type PerfumeCard, perfumeCards } from "./perfumes.ts";
import { buildIndex, type Entry, type SearchIndex } from "./search/engine.ts";

/** characters (RULES.md, Search) */
export const shortestQuery = 2;
const maxResults = 10;
const rowsPerRead = 2000;
/** How long a search waits for a renewed index before it answers from the one it has, in ms. */
const patience = 200;

interface Indexed {
  version: number;
  building: Promise<SearchIndex>;
  ready: SearchIndex | undefined;
}

export interface PerfumeSearch {
  /**
   * The perfumes that a shopper may mean (RULES.md, Search), the best first: at most 10, none below 2 characters.
   * Serves the page and `/api/perfumes`.
   */
  find(query: string): Promise<PerfumeCard[]>;
  /** Builds the index ahead of the first search. */
  warm(): Promise<void>;
}

/** Searches the catalogue of a database by an index in memory, renewed when the catalogue has changed. */
export function createPerfumeSearch(db: Db): PerfumeSearch {
  let current: Indexed | undefined;

  /** The index of the catalogue as it is. One that is outdated goes on answering while its successor is built. */
  async function currentIndex(): Promise<SearchIndex> {
    const version = await catalogueVersion(db);
    const known = current;
    if (known?.version === version) return known.ready ?? known.building;
    const renewed: Indexed = { version, building: buildIndex(entries(db)), ready: undefined };
    current = renewed;
    renewed.building.then(
      (index) => (renewed.ready = index),
      // The next search tries again; until then the one before, if any, goes on answering.
      () => (current = known),
    );
    if (!known?.ready) return renewed.building;
    renewed.ready = known.ready;
    const inTime = await Promise.race([renewed.building, delay(patience)]).catch(() => null);
    return inTime ?? known.ready;
  }

  return {
    async find(query) {
      const wanted = query.trim();
      if ([...wanted].length < shortestQuery) return [];
      const index = await currentIndex();
      return perfumeCards(db, index.search(wanted, maxResults));
    },
    async warm() {
      await currentIndex();
    },
  };
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
