/** In the picker's order (RULES.md 11.1). README.md lists the steps for adding one. */
export const languages = {
  es: "Español",
  en: "English",
  fr: "Français",
  de: "Deutsch",
  it: "Italiano",
  pt: "Português",
} as const;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as Language[];

export const defaultLanguage: Language = "es";

export function isLanguage(text: unknown): text is Language {
  return typeof text === "string" && Object.hasOwn(languages, text);
}

/** For a stored code, whose language may no longer be offered. */
export const knownLanguage = (code: string | null): Language =>
  isLanguage(code) ? code : defaultLanguage;
