import { LRUCache } from "lru-cache";
import { type Limit, limits } from "./limit-table.ts";
import type { Count, Wait } from "./limits.ts";

export type ReadLimits = ReturnType<typeof createReadLimits>;

/** Keys counted at once; beyond, the one seen longest ago begins anew. */
const maxCounted = 20_000;

/** Limits of reading, counted in memory: a read must not write, nor fail when nothing can be written. */
export function createReadLimits(onRefusal: (limit: Limit) => void = () => {}) {
  const windows = new LRUCache<string, { points: number; until: number }>({ max: maxCounted });

  return {
    /** @param now ms, of a clock that is never set back @param cost reads that this one counts as */
    take(counts: readonly Count[], now = performance.now(), cost = 1): Wait {
      const asked = counts.map(([limit, key]) => {
        const name = `${limit}:${key}`;
        const known = windows.get(name);
        const open = known && known.until > now;
        const { duration } = limits[limit];
        return { limit, name, window: open ? known : { points: 0, until: now + duration * 1000 } };
      });
      const full = asked.filter(({ limit, window }) => window.points >= limits[limit].points);
      for (const { limit } of full) onRefusal(limit);
      if (full.length > 0) {
        const wait = Math.max(...full.map(({ window }) => window.until)) - now;
        return Math.ceil(wait / 1000);
      }
      for (const { name, window } of asked)
        windows.set(name, { ...window, points: window.points + cost });
      return null;
    },
  };
}
