import { createInstance, type i18n, type Resource } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "./languages.ts";

/** @returns a translator for one language that is ready at once; its words are given, nothing is fetched. */
export function translator(language: Language, words: Resource[string]): i18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: words },
    ns: Object.keys(words),
    defaultNS: "ui",
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return instance;
}
