import { LRUCache } from "lru-cache";
import { languageCodes } from "#app/i18n/languages.ts";
import { inLanguage, withoutLanguage } from "#app/i18n/paths.ts";
import { type Bytes, encodings, type Encoding } from "./encoding.ts";

export interface CachedPage {
  body: Bytes;
  etag: string;
  headers: [name: string, value: string][];
  perfumeId: number | null;
  route: string;
}

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
/** Paths whose data are remembered. */
const maxRead = 500;

type Generation = symbol;

export type PageCache = ReturnType<typeof createPageCache>;

export function createPageCache(consentKeys: string[]) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: (page, key) => page.body.length + key.length + entryOverhead,
    ttl: pageLifetime,
  });
  const dropped = new LRUCache<string, symbol>({ max: maxDropped, ttl: pageLifetime });

  const read = new LRUCache<string, Promise<unknown>>({ max: maxRead, ttl: pageLifetime });

  let epoch: Generation = Symbol();

  const generationOf = (path: string): Generation => dropped.get(withoutLanguage(path)) ?? epoch;

  let hits = 0;
  let misses = 0;

  return {
    get(key: PageKey): CachedPage | undefined {
      const page = pages.get(text(key));
      if (page) hits++;
      else misses++;
      return page;
    },

    figures: () => ({ hits, misses, pages: pages.size, bytes: pages.calculatedSize }),

    generationOf,

    /** Caches a page, unless it was invalidated since rendering began. @param began `generationOf` the path at that time */
    set(key: PageKey, page: CachedPage, began: Generation): void {
      if (generationOf(key.path) === began) pages.set(text(key), page);
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
      epoch = Symbol();
      dropped.clear();
      read.clear();
      pages.clear();
    },

    drop(path: string): void {
      const bare = withoutLanguage(path);
      dropped.set(bare, Symbol());
      read.delete(bare);
      const paths = [bare, ...languageCodes.map((code) => inLanguage(code, bare))];
      for (const path of paths)
        for (const language of languageCodes)
          for (const saveData of [true, false])
            for (const consent of consentKeys)
              for (const encoding of encodings)
                pages.delete(text({ path, language, saveData, consent, encoding }));
    },
  };
}

function text({ path, language, saveData, consent, encoding }: PageKey): string {
  return `${encoding} ${language} ${saveData ? "s" : "-"} ${consent} ${path}`;
}
