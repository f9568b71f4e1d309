import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

export interface Visit {
  perfumeId: number;
  userId: string | null;
  /** cannot be forged (RULES.md 12.9) */
  client: string;
  /** IPv4 /24 or IPv6 /48; null on the machine itself */
  network: string | null;
}

export interface ViewWindow {
  counts(visit: Visit): boolean;
}

const repeatWindow = 30 * 60_000;
const day = 24 * 60 * 60_000;
/** Somebody may have many accounts, and many clients in a network. */
const mostOfNetwork = 5;

/** In memory; evicts the oldest. `elapsed` is positive and monotonic. */
export function createViewWindow(elapsed: { now(): number }): ViewWindow {
  const remembered = (ttl: number) =>
    new LRUCache<string, number>({
      max: 50_000,
      ttl,
      ttlResolution: 0,
      noUpdateTTL: true,
      perf: elapsed,
    });
  const visits = remembered(repeatWindow);
  const places = remembered(day);
  return {
    counts({ perfumeId, userId, client, network }) {
      const visit = digest(`${perfumeId} by ${userId ?? client}`);
      if (visits.has(visit)) return false;
      const place = network === null ? null : digest(`${perfumeId} in ${network}`);
      const before = place === null ? 0 : (places.get(place) ?? 0);
      if (before >= mostOfNetwork) return false;
      visits.set(visit, 1);
      if (place !== null) places.set(place, before + 1);
      return true;
    },
  };
}

/** Hashed, so that memory holds neither addresses nor user ids. */
export function digest(text: string): string {
  // A substring would keep the whole original string in memory.
  return hash("sha256", text, "buffer").toString("base64url", 0, 12);
}
