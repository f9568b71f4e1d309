import { setTimeout as delay } from "node:timers/promises";
import { catalogVersion } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { catalogEntries } from "./catalog-entries.ts";
import { buildIndex, type SearchIndex } from "./engine.ts";

/** ms that a search waits for a new index before using the old one */
const timeout = 200;

/** Limits a machine to one index build at a time. */
export type WithLock = <T>(make: () => Promise<T>) => Promise<T>;

interface Indexed {
  version: number;
  index: SearchIndex;
}

export function createCurrentIndex(db: Db, withLock: WithLock = (make) => make()) {
  let ready: Indexed | undefined;
  let building: { version: number; made: Promise<Indexed> } | undefined;

  /** Index of this or a later version. Builds run one after another; changes during a build share the next one. */
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
      ready = { version, index: await withLock(() => buildIndex(catalogEntries(db))) };
      return ready;
    } finally {
      building = undefined;
    }
  }

  /** The current index, or the previous one when the current one takes too long or cannot be built. */
  async function index(): Promise<SearchIndex> {
    const version = await catalogVersion(db);
    const previous = ready;
    if (previous && previous.version >= version) return previous.index;
    const made = indexOf(version);
    if (!previous) return (await made).index;
    const inTime = await Promise.race([made, delay(timeout)]).catch(() => null);
    return (inTime ?? previous).index;
  }

  return {
    index,
    /** Builds the index unless it is current. */
    async build() {
      await indexOf(await catalogVersion(db));
    },
  };
}
