import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

export interface Visit {
  perfumeId: number;
  userId: string | null;
  /** which nobody can invent (RULES.md 12.9); null where there is none */
  client: string;
  network: string | null;
  wide: string | null;
}

export interface ViewWindow {
  counts(visit: Visit): boolean;
}

const repeatWindow = 30 * 60_000;
/** Somebody may have many accounts, and many clients in a network. */
const most = { client: 20, network: 50, wide: 60 };

/** In memory; beyond `max` visits and places the oldest are forgotten. `elapsed` is above 0 and never goes back. */
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

/** Neither addresses nor people's ids are kept in memory. */
export function digest(text: string): string {
  // Part of a longer string would keep all of it in memory.
  return hash("sha256", text, "buffer").toString("base64url", 0, 12);
}
