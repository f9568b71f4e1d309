import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** Who opened which bottle, from where. */
export interface Visit {
  perfumeId: number;
  userId: string | null;
  /** the client and the networks around it (RULES.md 8.2), which nobody can invent; null where there is none */
  client: string;
  network: string | null;
  wide: string | null;
}

export interface ViewWindow {
  /** @returns whether an opening counts, which is then remembered; a repeated one does not (RULES.md 5.7) */
  counts(visit: Visit): boolean;
}

/** ms in which a visitor counts once */
const repeatWindow = 30 * 60_000;
/** Views of one perfume that count in the window: somebody may have many accounts, and many clients in a network. */
const most = { client: 20, network: 50, wide: 60 };

/**
 * Tells repeated views from others, in memory.
 * @param elapsed tells how much time has passed, in ms, more than 0 and never less than before
 * @param max visits and places that are remembered; beyond that the oldest are forgotten
 */
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

/** What is remembered of somebody: neither addresses nor people's ids are kept in memory. */
export function digest(text: string): string {
  // Part of a longer string would keep all of it in memory.
  return hash("sha256", text, "buffer").toString("base64url", 0, 12);
}
