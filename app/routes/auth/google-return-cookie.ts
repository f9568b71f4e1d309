import { isLanguage, type Language } from "#app/i18n/languages.ts";

/** Where the person wanted to be, and in which language: Google brings nothing of it back, a cookie does. */
export interface GoogleReturn {
  path: string;
  lang: Language;
}

export function isGoogleReturn(found: unknown): found is GoogleReturn {
  const { path, lang } = (found ?? {}) as Partial<GoogleReturn>;
  return typeof path === "string" && isLanguage(lang);
}
