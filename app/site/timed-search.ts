import { hostname } from "node:os";
import type { Db, Peers } from "#db/database.ts";
import { createPerfumeSearch, type PerfumeSearch } from "#app/domain/search/perfume-search.ts";
import { widestNetworkOf } from "#app/limits/client-key.ts";
import type { Metrics } from "#app/metrics/metrics.ts";

export function createTimedSearch(
  db: Db,
  peers: Peers,
  onMiss: (query: string, network: string) => void,
  metrics: Metrics | null,
): PerfumeSearch {
  const onMissFrom = (query: string, address: string) =>
    onMiss(query, widestNetworkOf(address) ?? address);
  const search = createPerfumeSearch(db, onMissFrom, (make) =>
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
