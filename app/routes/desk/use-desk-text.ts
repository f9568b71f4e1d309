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

/** Log entries of older versions may contain words without a text. */
export const wordIn = (texts: Record<string, string>, word: string, otherwise = word) =>
  Object.hasOwn(texts, word) ? texts[word]! : otherwise;
