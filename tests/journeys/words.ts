import { readFileSync } from "node:fs";
import { translator } from "#app/i18n/i18n.ts";
import type { Language } from "#app/i18n/languages.ts";
import type letters from "#app/i18n/locales/es/letters.json";
import type messages from "#app/i18n/locales/es/messages.json";
import type pages from "#app/i18n/locales/es/pages.json";
import type ui from "#app/i18n/locales/es/ui.json";

/**
 * What the site says in a language: on its pages (`ui.reviews.write`, and `pages` for what one page alone says), of a deed
 * (`said.reviews.published`), in its letters; `say("reviews.count", { count, shown })` fills in values.
 */
export function wordsOf(language: Language) {
  const words = {
    ui: readWords<typeof ui>(language, "ui"),
    pages: readWords<typeof pages>(language, "pages"),
    said: readWords<typeof messages>(language, "messages"),
    letters: readWords<typeof letters>(language, "letters"),
  };
  const { t } = translator(language, { ui: words.ui });
  const say = (key: string, values: Record<string, unknown>) =>
    t(key as never, values as never) as unknown as string;
  return { language, ...words, say };
}

export type Words = ReturnType<typeof wordsOf>;

function readWords<Words>(language: Language, file: string): Words {
  const path = new URL(`../../app/i18n/locales/${language}/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8"));
}
