import { pairPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
}

export function pageAddress(origin: string, bottle: Bottle, language?: Language): string {
  const path = perfumePath(bottle);
  return origin + (language ? inLanguage(language, path) : path);
}

export const pairAddress = (origin: string, original: Bottle, lookAlike: Bottle) =>
  origin + pairPath(original, lookAlike);

/** A bottle with the address of its page; without a language, the page is in the reader's. */
export const withPage = <Row extends Bottle>(origin: string, row: Row, language?: Language) => ({
  ...row,
  url: pageAddress(origin, row, language),
});
