import type { ResourceLanguage } from "i18next";
import { type Translator, translator } from "./i18n.ts";
import type { Language } from "./languages.ts";
import type desk from "./locales/es/desk.json";
import type pages from "./locales/es/pages.json";
import type ui from "./locales/es/ui.json";

const files = import.meta.glob<ResourceLanguage>("./locales/*/*.json", {
  eager: true,
  import: "default",
});

const namespaces = ["ui", "pages", "messages", "emails", "desk"];

function texts(language: Language) {
  return Object.fromEntries(
    namespaces.map((name) => [name, files[`./locales/${language}/${name}.json`]!]),
  );
}

type KeyOf<Texts> = {
  [Area in keyof Texts & string]: `${Area}.${keyof Texts[Area] & string}`;
}[keyof Texts & string];

/** The key of a text of the pages, e.g. "auth.email", or "pages:notice.url" where only the server has it. */
export type LabelKey =
  | KeyOf<typeof ui>
  | `pages:${KeyOf<typeof pages>}`
  | `desk:${KeyOf<typeof desk>}`;

const translators = new Map<Language, Translator>();

/** @returns the server's translator of a language, with every namespace; created at its first use */
export function translatorIn(language: Language): Translator {
  const known = translators.get(language);
  if (known) return known;
  const created = translator(language, texts(language));
  translators.set(language, created);
  return created;
}
