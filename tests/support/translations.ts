import { readFileSync } from "node:fs";
import { grammar } from "#app/i18n/grammar.ts";
import { type TextKey, translator } from "#app/i18n/i18n.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import type desk from "#app/i18n/locales/es/desk.json";
import type emails from "#app/i18n/locales/es/emails.json";
import type messages from "#app/i18n/locales/es/messages.json";
import type pages from "#app/i18n/locales/es/pages.json";
import type ui from "#app/i18n/locales/es/ui.json";

export type { MessageKey, TextKey };
export type Values = Record<string, string | number>;

/** The site's texts in a language: each file unchanged, and `t`, which fills in values and plurals. */
export interface Translations {
  language: Language;
  ui: typeof ui;
  pages: typeof pages;
  messages: typeof messages;
  emails: typeof emails;
  desk: typeof desk;
  /** @throws Error when the language has no such text */
  t(key: TextKey, values?: Values): string;
}

/** The default and another: whether a page speaks its reader's language. app/i18n/locales.test.ts compares the words of all six. */
export const twoLanguages = ["es", "de"] as const satisfies Language[];

const loaded = new Map<Language, Translations>();

export function translationsOf(language: Language): Translations {
  const known = loaded.get(language) ?? load(language);
  loaded.set(language, known);
  return known;
}

export function translate(language: Language, key: TextKey, values?: Values): string {
  return translationsOf(language).t(key, values);
}

function load(language: Language): Translations {
  const files = {
    ui: read<typeof ui>(language, "ui"),
    pages: read<typeof pages>(language, "pages"),
    messages: read<typeof messages>(language, "messages"),
    emails: read<typeof emails>(language, "emails"),
    desk: read<typeof desk>(language, "desk"),
  };
  const { t } = translator(language, files, grammar);
  return {
    language,
    ...files,
    t(key, values) {
      const text: unknown = t(key, values);
      // For an unknown key i18next returns the key without its file.
      if (typeof text !== "string" || key.split(":").at(-1) === text)
        throw new Error(`There is no text ${key} in ${language}`);
      return text;
    },
  };
}

function read<Texts>(language: Language, file: string): Texts {
  const path = new URL(`../../app/i18n/locales/${language}/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8"));
}
