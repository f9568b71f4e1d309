import type { Config } from "#app/config.ts";
import { formatIn } from "./format.ts";
import { siteName } from "./site-name.ts";
import type { Language } from "./languages.ts";
import { translatorIn } from "./translators.server.ts";

type Owner = Pick<
  Config,
  "origin" | "contactAddress" | "contactLanguages" | "dataLicence" | "operator"
>;

export const textsUpdated = "2026-11-28";

export const updatedText = (language: Language) =>
  translatorIn(language).t("pages:texts.updated", { date: formatIn(language).date(textsUpdated) });

/** What the legal pages say about the site and its operator. */
export function siteWords(
  { origin, contactAddress, contactLanguages, dataLicence, operator }: Owner,
  language: Language,
) {
  return {
    site: siteName,
    origin,
    contact: contactAddress,
    languages: formatIn(language).languages(contactLanguages),
    operator: operator ?? siteName,
    licence: dataLicence,
  };
}
