import { createContext, useContext } from "react";
import type { Translator } from "./i18n.ts";

/** A document has one language for its whole life: another language is another document. */
export const TranslationsContext = createContext<Translator | null>(null);

/** The page's language, and its words. */
export function useTranslations(): Translator {
  const translator = useContext(TranslationsContext);
  if (!translator) throw new Error("A component that speaks stands outside <TranslationsContext>.");
  return translator;
}
