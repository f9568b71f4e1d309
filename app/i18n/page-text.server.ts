import type { Config } from "#app/config.ts";
import { formatIn } from "./format.ts";
import { siteName } from "./site-name.ts";
import type { Language } from "./languages.ts";
import { type TextKey, translatorIn } from "./translators.server.ts";
import type pages from "./locales/es/pages.json";

type Pages = typeof pages;
type Owner = Pick<
  Config,
  "origin" | "contactAddress" | "contactLanguages" | "dataLicence" | "operator"
>;

export const textsUpdated = "2026-11-28";

/** A section of pages.json, for texts with values. */
export function pageTranslations<Name extends keyof Pages>(language: Language, name: Name) {
  return (key: TextKey<Pages[Name]>, values?: object) =>
    translatorIn(language).t(`pages:${name}.${key}` as never, values as never) as unknown as string;
}

export const updatedText = (language: Language) =>
  pageTranslations(language, "texts")("updated", { date: formatIn(language).date(textsUpdated) });

/** Reads a page's section of pages.json and fills in the operator's details. Only for loaders: browsers never load pages.json. */
export function pageText<Name extends keyof Pages>(
  { origin, contactAddress, contactLanguages, dataLicence, operator }: Owner,
  language: Language,
  name: Name,
  values: Record<string, string> = {},
): Pages[Name] {
  return translatorIn(language).t(`pages:${name}` as never, {
    returnObjects: true,
    site: siteName,
    origin,
    contact: contactAddress,
    languages: formatIn(language).languages(contactLanguages),
    operator: operator ?? siteName,
    licence: dataLicence,
    ...values,
  }) as unknown as Pages[Name];
}
