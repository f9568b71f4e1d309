import { createContext, useContext } from "react";
import type { Translator } from "./i18n.ts";

/** Constant within a document: changing the language loads a new document. */
export const TranslationsContext = createContext<Translator | null>(null);

export function useTranslations(): Translator {
  const translator = useContext(TranslationsContext);
  if (!translator) throw new Error("useTranslations needs <TranslationsContext>.");
  return translator;
}
