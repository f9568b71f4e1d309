import { hostname } from "node:os";
import type { Db, Peers } from "#db/database.ts";
import { createPerfumeSearch, type PerfumeSearch } from "#app/domain/search/perfume-search.ts";
import type { Metrics } from "#app/metrics/metrics.ts";

export function createTimedSearch(
  db: Db,
  peers: Peers,
  onMiss: Parameters<typeof createPerfumeSearch>[1],
  metrics: Metrics | null,
): PerfumeSearch {
  const search = createPerfumeSearch(db, onMiss, (make) =>
    // Processes on one machine build their indexes one after the other.
    peers.withLock(`index on ${hostname()}`, make),
  );
  if (!metrics) return search;
  return {
    ...search,
    async find(...query) {
      const began = performance.now();
      try {
        return await search.find(...query);
      } finally {
        metrics.searched(performance.now() - began);
      }
    },
  };
}
