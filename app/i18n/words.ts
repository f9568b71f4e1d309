import { createContext, useContext } from "react";
import type { Translator } from "./i18n.ts";

/** A document has one language for its whole life: another language is another document. */
export const Words = createContext<Translator | null>(null);

/** The page's language, and its words. */
export function useWords(): Translator {
  const words = useContext(Words);
  if (!words) throw new Error("A component that speaks stands outside <Words>.");
  return words;
}
