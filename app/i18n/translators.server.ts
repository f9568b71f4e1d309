import type { ResourceLanguage } from "i18next";
import { type Translator, translator } from "./i18n.ts";
import { type Language, languageCodes } from "./languages.ts";

const files = import.meta.glob<ResourceLanguage>("./locales/*/*.json", {
  eager: true,
  import: "default",
});

function words(language: Language) {
  return {
    ui: files[`./locales/${language}/ui.json`]!,
    pages: files[`./locales/${language}/pages.json`]!,
  };
}

/** One translator per language, with the long texts, for the life of the process. */
export const translators = Object.fromEntries(
  languageCodes.map((code) => [code, translator(code, words(code))]),
) as Record<Language, Translator>;
