import { LRUCache } from "lru-cache";
import { withoutLanguage } from "#app/i18n/paths.ts";
import type { Bytes, Encoding } from "./encoding.ts";

export interface CachedPage {
  body: Bytes;
  etag: string;
  headers: [name: string, value: string][];
  perfumeId: number | null;
  route: string;
}

/** A pair's page changes with both of its bottles' pages. */
const partsOf = (path: string) => {
  const [, first, ...slugs] = path.split("/");
  return first === "perfume" && slugs.length > 1 ? slugs.map((slug) => `/perfume/${slug}`) : [];
};

export interface PageKey {
  path: string;
  language: string;
  saveData: boolean;
  consent: string;
  encoding: Encoding;
}

/** ms (RULES.md 13.5) */
export const pageLifetime = 60_000;
const maxBytes = 64 * 1024 * 1024;
const entryOverhead = 2048;
/** Paths whose last invalidation is remembered, for pages that are being rendered meanwhile. */
const maxDropped = 10_000;
const maxRead = 500;

type Generation = number;

export type PageCache = ReturnType<typeof createPageCache>;

export function createPageCache() {
  const pages = new LRUCache<string, CachedPage & { generation: Generation }>({
    maxSize: maxBytes,
    sizeCalculation: (page, key) => page.body.length + key.length + entryOverhead,
    ttl: pageLifetime,
  });
  let latest: Generation = 0;
  let epoch: Generation = 0;
  const dropped = new LRUCache<string, Generation>({
    max: maxDropped,
    ttl: pageLifetime,
    // Pages of before that drop must not come back.
    dispose(_value, _path, reason) {
      if (reason === "evict") epoch = ++latest;
    },
  });
  const read = new LRUCache<string, Promise<unknown>>({ max: maxRead, ttl: pageLifetime });

  const generationOf = (path: string): Generation => {
    const bare = withoutLanguage(path);
    return Math.max(epoch, ...[bare, ...partsOf(bare)].map((part) => dropped.get(part) ?? 0));
  };

  let hits = 0;
  let misses = 0;

  return {
    get(key: PageKey): CachedPage | undefined {
      const page = pages.get(text(key));
      const isCurrent = page?.generation === generationOf(key.path);
      if (isCurrent) hits++;
      else misses++;
      return isCurrent ? page : undefined;
    },

    figures: () => ({ hits, misses, pages: pages.size, bytes: pages.calculatedSize }),

    generationOf,

    /** Caches a page, unless it was invalidated since rendering began. @param generation `generationOf` the path at that time */
    set(key: PageKey, page: CachedPage, generation: Generation): void {
      if (generationOf(key.path) === generation) pages.set(text(key), { ...page, generation });
    },

    /** Reads what a page tells everybody once, for as long as the page would be cached. */
    readOnce<T>(path: string, reading: () => Promise<T>): Promise<T> {
      const bare = withoutLanguage(path);
      const known = read.get(bare) as Promise<T> | undefined;
      if (known) return known;
      const data = reading();
      read.set(bare, data);
      data.catch(() => {
        // Since a drop, others may be reading it again.
        if (read.peek(bare) === data) read.delete(bare);
      });
      return data;
    },

    clear(): void {
      epoch = ++latest;
      dropped.clear();
      read.clear();
      pages.clear();
    },

    drop(path: string): void {
      const bare = withoutLanguage(path);
      dropped.set(bare, ++latest);
      read.delete(bare);
    },
  };
}

function text({ path, language, saveData, consent, encoding }: PageKey): string {
  return `${encoding} ${language} ${saveData ? "s" : "-"} ${consent} ${path}`;
}
