import { LRUCache } from "lru-cache";
import { languageCodes } from "../i18n/languages.ts";
import { withoutLanguage } from "../i18n/paths.ts";
import { type Bytes, encodings, type Encoding } from "./encoding.ts";

export interface CachedPage {
  body: Bytes;
  etag: string;
  headers: [name: string, value: string][];
  /** the perfume whose page this is, so that sending it counts as a view */
  perfumeId: number | null;
}

/** What tells one cached page from another. */
export interface PageKey {
  path: string;
  language: string;
  saveData: boolean;
  /** what the reader allows of analytics and ads, in one word */
  consent: string;
  encoding: Encoding;
}

/** ms that a page may be sent after it was made (RULES.md, Page cache) */
export const pageLife = 60_000;
const maxBytes = 64 * 1024 * 1024;
/** Bytes that an entry costs besides its body: headers, key, bookkeeping. */
const entryOverhead = 2048;
/** Dropped pages that are remembered, for those which were being made meanwhile. */
const maxDropped = 10_000;

/** What stays the same until a page is dropped the next time. */
type Generation = symbol | undefined;

export type PageCache = ReturnType<typeof createPageCache>;

/** @param consentKeys every word that `PageKey.consent` may be */
export function createPageCache(consentKeys: string[]) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: (page, key) => page.body.length + key.length + entryOverhead,
    ttl: pageLife,
  });
  const dropped = new LRUCache<string, symbol>({ max: maxDropped, ttl: pageLife });

  const generationOf = (path: string): Generation => dropped.get(withoutLanguage(path));

  return {
    get: (key: PageKey): CachedPage | undefined => pages.get(text(key)),

    generationOf,

    /** Keeps a page, unless what it shows has changed since its making began. */
    set(key: PageKey, page: CachedPage, began: Generation): void {
      if (generationOf(key.path) === began) pages.set(text(key), page);
    },

    /**
     * Drops a page in every language and form at once, because what it shows has changed.
     * @param path with or without a language
     */
    drop(path: string): void {
      const bare = withoutLanguage(path);
      dropped.set(bare, Symbol());
      const paths = [
        bare,
        ...languageCodes.map((code) => (bare === "/" ? `/${code}` : `/${code}${bare}`)),
      ];
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
