import type { ResourceLanguage } from "i18next";
import { grammar } from "./grammar.ts";
import { namespaces, type Translator, translator } from "./i18n.ts";
import type { Language } from "./languages.ts";

const files = import.meta.glob<ResourceLanguage>("./locales/*/*.json", {
  eager: true,
  import: "default",
});

function texts(language: Language) {
  return Object.fromEntries(
    namespaces.map((name) => [name, files[`./locales/${language}/${name}.json`]!]),
  );
}

const translators = new Map<Language, Translator>();

export function translatorIn(language: Language): Translator {
  const known = translators.get(language);
  if (known) return known;
  const created = translator(language, texts(language), grammar);
  translators.set(language, created);
  return created;
}
