import { deskText, deskTranslations } from "#app/i18n/desk-text.server.ts";
import { useTranslations } from "#app/i18n/translations.ts";

/** A section of desk.json: its texts, and `t` for those with values. */
export function useDeskText<Name extends Parameters<typeof deskText>[1]>(name: Name) {
  const { language } = useTranslations();
  return {
    language,
    texts: deskText(language, name),
    t: deskTranslations(language, name),
  };
}

/** The log holds words from older versions, for which there may be no text. */
export const wordIn = (texts: Record<string, string>, word: string, otherwise = word) =>
  Object.hasOwn(texts, word) ? texts[word]! : otherwise;
