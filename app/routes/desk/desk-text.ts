import { deskText, deskTranslations } from "#app/i18n/desk-text.server.ts";
import { useTranslations } from "#app/i18n/translations.ts";

/** @returns a section of desk.json in the page's language: its texts, and `t` for those with values */
export function useDeskText<Name extends Parameters<typeof deskText>[1]>(name: Name) {
  const { language } = useTranslations();
  return {
    language,
    texts: deskText(language, name),
    t: deskTranslations(language, name),
  };
}
