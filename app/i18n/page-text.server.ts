import { config } from "../config.ts";
import { siteName } from "../ui/site.ts";
import type { Language } from "./languages.ts";
import { translators } from "./translators.server.ts";
import type pages from "./locales/es/pages.json";

type Pages = typeof pages;

/** When the legal texts last changed: shown on them. */
export const textsUpdated = "2026-11-21";

/**
 * The long text of a page in a language, with the operator's particulars filled in. Read in loaders only, so that
 * browsers never load six languages of legal prose.
 */
export function pageText<Name extends keyof Pages>(language: Language, name: Name): Pages[Name] {
  const values = {
    site: siteName,
    origin: config.origin,
    contact: config.contactAddress,
    operator: config.operator ?? siteName,
  };
  // The key is the name of one of the file's own sections.
  return translators[language].t(`pages:${name}` as never, {
    returnObjects: true,
    ...values,
  }) as unknown as Pages[Name];
}
