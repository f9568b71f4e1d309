import { createContext, useContext } from "react";
import type { Translator } from "./i18n.ts";

/** Constant in a document: changing the language loads another document. */
export const TranslationsContext = createContext<Translator | null>(null);

/** @returns the page's language and its translating function @throws Error outside of the context */
export function useTranslations(): Translator {
  const translator = useContext(TranslationsContext);
  if (!translator) throw new Error("useTranslations needs <TranslationsContext>.");
  return translator;
}
