/**
 * Every language by its own name, in the order of the picker (RULES.md 1.2). A new one needs a line here, its folder in
 * `locales/`, and what the compiler then asks for. A code is lower case, as in addresses.
 */
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

/** @returns whether an untrusted value is a language's code, exactly as above */
export function isLanguage(text: unknown): text is Language {
  return typeof text === "string" && Object.hasOwn(languages, text);
}

/** The language of a stored code; the site's own where there is none, or one that is no longer offered. */
export const knownLanguage = (code: string | null): Language =>
  isLanguage(code) ? code : defaultLanguage;
