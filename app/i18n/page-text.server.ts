import type { Config } from "#app/config.ts";
import { formatIn } from "./format.ts";
import { siteName } from "./site-name.ts";
import type { Language } from "./languages.ts";
import { translatorIn } from "./translators.server.ts";
import type pages from "./locales/es/pages.json";

type Pages = typeof pages;

export const textsUpdated = "2026-11-22";

type Key<Text> = keyof Text & string extends infer Name
  ? Name extends `${infer Base}_${"one" | "many" | "other"}`
    ? Base
    : Name
  : never;

/** @returns the translating function of one page's section in pages.json, for texts with values */
export function pageTranslations<Name extends keyof Pages>(language: Language, name: Name) {
  return (key: Key<Pages[Name]>, values?: object) =>
    translatorIn(language).t(`pages:${name}.${key}` as never, values as never) as unknown as string;
}

/** @returns when the legal texts were last changed, in words */
export const updatedText = (language: Language) =>
  pageTranslations(language, "texts")("updated", { date: formatIn(language).date(textsUpdated) });

/** Reads a page's section of pages.json, with the operator's details filled in. For loaders only: browsers load no other page. */
export function pageText<Name extends keyof Pages>(
  { origin, contactAddress, operator }: Pick<Config, "origin" | "contactAddress" | "operator">,
  language: Language,
  name: Name,
): Pages[Name] {
  return translatorIn(language).t(`pages:${name}` as never, {
    returnObjects: true,
    site: siteName,
    origin,
    contact: contactAddress,
    operator: operator ?? siteName,
  }) as unknown as Pages[Name];
}
