/** The six languages with their own names, in the order of the picker (spec.md §9). */
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

/** spec.md §1 */
export const defaultLanguage: Language = "es";

export function isLanguage(text: unknown): text is Language {
  return typeof text === "string" && Object.hasOwn(languages, text);
}
