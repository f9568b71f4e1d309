import type { Config } from "../config.ts";
import { siteName } from "../site-name.ts";
import type { Language } from "./languages.ts";
import { translatorIn } from "./translators.server.ts";
import type pages from "./locales/es/pages.json";

type Pages = typeof pages;

/** When the legal texts last changed: shown on them. */
export const textsUpdated = "2026-11-21";

type Key<Text> = keyof Text & string extends infer Name
  ? Name extends `${infer Base}_${"one" | "many" | "other"}`
    ? Base
    : Name
  : never;

/** @returns a page's short texts one by one, for what counts or names something */
export function pageTranslations<Name extends keyof Pages>(language: Language, name: Name) {
  return (key: Key<Pages[Name]>, values?: object) =>
    translatorIn(language).t(`pages:${name}.${key}` as never, values as never) as unknown as string;
}

/**
 * The long text of a page in a language, with the operator's particulars filled in. Read in loaders only, so that
 * browsers never load six languages of legal prose.
 */
export function pageText<Name extends keyof Pages>(
  { origin, contactAddress, operator }: Pick<Config, "origin" | "contactAddress" | "operator">,
  language: Language,
  name: Name,
): Pages[Name] {
  // The key is the name of one of the file's own sections.
  return translatorIn(language).t(`pages:${name}` as never, {
    returnObjects: true,
    site: siteName,
    origin,
    contact: contactAddress,
    operator: operator ?? siteName,
  }) as unknown as Pages[Name];
}
