import { createContext } from "react-router";
import type { Db } from "#db/connect.ts";
import { defaultLanguage, type Language } from "../i18n/languages.ts";

/** What the request's middleware finds out for the loaders and actions behind it. */
export const database = createContext<Db>();
export const language = createContext<Language>(defaultLanguage);
/** The perfume whose page the answer shows, so that it counts as a view from the page cache too. */
export const viewedPerfume = createContext<number | null>(null);
