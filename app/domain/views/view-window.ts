import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

export interface Visit {
  perfumeId: number;
  userId: string | null;
  /** cannot be forged (RULES.md 12.9); a network is null if there is none */
  client: string;
  network: string | null;
  wide: string | null;
}

export interface ViewWindow {
  counts(visit: Visit): boolean;
}

const repeatWindow = 30 * 60_000;
/** A person can have many accounts, and a network many clients. */
const most = { client: 20, network: 50, wide: 60 };

/** In memory; evicts the oldest beyond `max` entries. `elapsed` is positive and monotonic. */
export function createViewWindow(elapsed: { now(): number }, max = 100_000): ViewWindow {
  const recent = new LRUCache<string, number>({
    max,
    ttl: repeatWindow,
    ttlResolution: 0,
    noUpdateTTL: true,
    perf: elapsed,
  });
  return {
    counts({ perfumeId, userId, client, network, wide }) {
      const visit = digest(`${perfumeId} by ${userId ?? client}`);
      if (recent.has(visit)) return false;
      const places = Object.entries({ client, network, wide }).flatMap(([kind, place]) => {
        if (place === null) return [];
        const key = digest(`${perfumeId} in ${place}`);
        return [{ key, count: recent.get(key) ?? 0, most: most[kind as keyof typeof most] }];
      });
      if (places.some((place) => place.count >= place.most)) return false;
      recent.set(visit, 1);
      for (const { key, count } of places) recent.set(key, count + 1);
      return true;
    },
  };
}

/** Hashed, so that memory holds neither addresses nor user ids. */
export function digest(text: string): string {
  // A substring would keep the whole original string in memory.
  return hash("sha256", text, "buffer").toString("base64url", 0, 12);
}
