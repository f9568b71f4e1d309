/** In the picker's order (RULES.md 11.1). README.md says what a new one needs. */
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

/** The language of a stored code that may no longer be offered. */
export const knownLanguage = (code: string | null): Language =>
  isLanguage(code) ? code : defaultLanguage;
