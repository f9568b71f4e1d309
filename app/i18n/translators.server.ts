import type { ResourceLanguage } from "i18next";
import { type Translator, translator } from "./i18n.ts";
import { type Language, languageCodes } from "./languages.ts";

const files = import.meta.glob<ResourceLanguage>("./locales/*/*.json", {
  eager: true,
  import: "default",
});

const namespaces = ["ui", "pages", "messages", "emails"];

function words(language: Language) {
  return Object.fromEntries(
    namespaces.map((name) => [name, files[`./locales/${language}/${name}.json`]!]),
  );
}

/** One translator per language, with the texts that only the server says, for the life of the process. */
export const translators = Object.fromEntries(
  languageCodes.map((code) => [code, translator(code, words(code))]),
) as Record<Language, Translator>;
