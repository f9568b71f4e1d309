import { LRUCache } from "lru-cache";
import { languageCodes } from "../i18n/languages.ts";
import { withoutLanguage } from "../i18n/paths.ts";
import { consentKeys } from "./consent.ts";
import type { Bytes, Encoding } from "./encoding.ts";

export interface StoredPage {
  body: Bytes;
  etag: string;
  headers: [name: string, value: string][];
  /** the perfume whose page this is, so that sending it counts as a view */
  perfumeId: number | null;
}

/** What tells one stored page from another. */
export interface PageKey {
  path: string;
  language: string;
  saveData: boolean;
  /** what the reader allows of analytics and ads, as consentKey says it */
  consent: string;
  encoding: Encoding;
}

/** ms that a page may be sent after it was made (design §6) */
export const pageLife = 60_000;
const mostBytes = 64 * 1024 * 1024;
/** What an entry costs besides its body: headers, key, bookkeeping. */
const overhead = 2048;

const pages = new LRUCache<string, StoredPage>({
  maxSize: mostBytes,
  sizeCalculation: (page, key) => page.body.length + key.length + overhead,
  ttl: pageLife,
});

export function storedPage(key: PageKey): StoredPage | undefined {
  return pages.get(text(key));
}

/** Keeps a page, unless what it shows has changed since `before`, when its making began. */
export function storePage(key: PageKey, page: StoredPage, before: Moment): void {
  if (lastForgotten(key.path) === before) pages.set(text(key), page);
}

type Moment = symbol | undefined;

/** When each page was dropped last, as far as one may still be in the making. */
const forgotten = new LRUCache<string, symbol>({ max: 10_000, ttl: pageLife });

/** @returns what stays the same until the page is dropped the next time */
export function lastForgotten(path: string): Moment {
  return forgotten.get(withoutLanguage(path));
}

/**
 * Drops a page in every language and form at once, because what it shows has changed.
 * @param path with or without a language
 */
export function forgetPage(path: string): void {
  const bare = withoutLanguage(path);
  forgotten.set(bare, Symbol());
  const addresses = [
    bare,
    ...languageCodes.map((code) => (bare === "/" ? `/${code}` : `/${code}${bare}`)),
  ];
  for (const address of addresses)
    for (const language of languageCodes)
      for (const saveData of [true, false])
        for (const consent of consentKeys)
          for (const encoding of ["br", "gzip", "identity"] as const)
            pages.delete(text({ path: address, language, saveData, consent, encoding }));
}

function text({ path, language, saveData, consent, encoding }: PageKey): string {
  return `${encoding} ${language} ${saveData ? "s" : "-"} ${consent} ${path}`;
}
