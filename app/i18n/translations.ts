import { createContext, useContext } from "react";
import type { BrowserTranslator } from "./i18n.ts";

/** Constant within a document: changing the language loads a new document. */
export const TranslationsContext = createContext<BrowserTranslator | null>(null);

export function useTranslations(): BrowserTranslator {
  const translator = useContext(TranslationsContext);
  if (!translator) throw new Error("useTranslations needs <TranslationsContext>.");
  return translator;
}
