import { readFileSync } from "node:fs";
import { translator } from "#app/i18n/i18n.ts";
import type { Language } from "#app/i18n/languages.ts";
import type emails from "#app/i18n/locales/es/emails.json";
import type messages from "#app/i18n/locales/es/messages.json";
import type pages from "#app/i18n/locales/es/pages.json";
import type ui from "#app/i18n/locales/es/ui.json";

/**
 * What the site says in a language: on its pages (`ui.reviews.write`, and `pages` for what one page alone says), of an action
 * (`said.reviews.published`), in its emails; `say("reviews.count", { count, shown })` fills in values.
 */
export function translationsOf(language: Language) {
  const texts = {
    ui: readTexts<typeof ui>(language, "ui"),
    pages: readTexts<typeof pages>(language, "pages"),
    said: readTexts<typeof messages>(language, "messages"),
    emails: readTexts<typeof emails>(language, "emails"),
  };
  const { t } = translator(language, { ui: texts.ui });
  const say = (key: string, values: Record<string, unknown>) =>
    t(key as never, values as never) as unknown as string;
  return { language, ...texts, say };
}

export type Translations = ReturnType<typeof translationsOf>;

function readTexts<Texts>(language: Language, file: string): Texts {
  const path = new URL(`../../app/i18n/locales/${language}/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8"));
}
