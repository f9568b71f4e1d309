import type { ResourceLanguage } from "i18next";
import { grammar } from "./grammar.ts";
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

/** E.g. "auth.email", or "pages:notice.url" for a text that browsers do not load. */
export type LabelKey =
  | KeyOf<typeof ui>
  | `pages:${KeyOf<typeof pages>}`
  | `desk:${KeyOf<typeof desk>}`;

/** The keys of a section; `_one`, `_many` and `_other` count as one key. */
export type TextKey<Text> = keyof Text & string extends infer Name
  ? Name extends `${infer Base}_${"one" | "many" | "other"}`
    ? Base
    : Name
  : never;

const translators = new Map<Language, Translator>();

/** Has the texts of every namespace. */
export function translatorIn(language: Language): Translator {
  const known = translators.get(language);
  if (known) return known;
  const created = translator(language, texts(language), grammar);
  translators.set(language, created);
  return created;
}
