import { setTimeout as delay } from "node:timers/promises";
import { catalogueVersion } from "#db/catalogue/version.ts";
import type { Db } from "#db/connect.ts";
import { type PerfumeCard, perfumeCards } from "./perfumes.ts";
import { buildIndex, type Entry, type SearchIndex } from "./search/engine.ts";

export const minQueryLength = 2;
const maxResults = 10;
const rowsPerRead = 2000;
/** ms that a search waits for a new index before it uses the old one */
const timeout = 200;

interface Indexed {
  version: number;
  building: Promise<SearchIndex>;
  ready: SearchIndex | undefined;
}

export interface PerfumeSearch {
  /** RULES.md 5.8. @returns at most 10 perfumes, the best first; none for fewer than 2 characters */
  find(query: string): Promise<PerfumeCard[]>;
  warm(): Promise<void>;
}

/** Searches a database's catalogue with an index in memory, which is rebuilt when the catalogue changes. */
export function createPerfumeSearch(db: Db): PerfumeSearch {
  let current: Indexed | undefined;

  /** The current index, or the previous one when the current one is still being built after 200 ms. */
  async function currentIndex(): Promise<SearchIndex> {
    const version = await catalogueVersion(db);
    const known = current;
    if (known?.version === version) return known.ready ?? known.building;
    const next: Indexed = { version, building: buildIndex(entries(db)), ready: undefined };
    current = next;
    next.building.then(
      (index) => (next.ready = index),
      // The next search tries again; until then the previous index, if any, is used.
      () => (current = known),
    );
    if (!known?.ready) return next.building;
    next.ready = known.ready;
    const inTime = await Promise.race([next.building, delay(timeout)]).catch(() => null);
    return inTime ?? known.ready;
  }

  return {
    async find(query) {
      const wanted = query.trim();
      if ([...wanted].length < minQueryLength) return [];
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
