import { createContext } from "react-router";
import type { Graph } from "schema-dts";
import type { Db } from "#db/connect.ts";
import type { CurrentUser } from "../accounts/sessions.ts";
import { defaultLanguage, type Language } from "../i18n/languages.ts";
import type { Consent } from "./consent.ts";
import type { Flash } from "./flash.ts";

/** What the request's middleware finds out for the loaders and actions behind it. */
export const database = createContext<Db>();
export const language = createContext<Language>(defaultLanguage);
/** The network address of whoever asks, "" when it is unknown. */
export const clientAddress = createContext("");
/** Who is signed in, or null. */
export const currentUser = createContext<CurrentUser | null>(null);
/** The browser brought a session that is over: its person is not merely anonymous. */
export const sessionLost = createContext(false);
/** What the page has to say before anything else. */
export const flash = createContext<Flash | null>(null);
/** What the person allows of analytics and ads; null where neither is configured. */
export const consent = createContext<Consent | null>(null);
/** The dupe whose review was refused: its reviews are shown open, with what was typed. */
export const dupeInHand = createContext<number | null>(null);
/** The page answers a form: it stays where it is with what was typed, even at an address that is out of date. */
export const answersForm = createContext(false);
/** The perfume whose page the answer shows, so that it counts as a view from the page cache too. */
export const viewedPerfume = createContext<number | null>(null);
/** What the page tells machines about itself, written after its last element: browsers need not have it twice. */
export const structuredData = createContext<Graph | null>(null);
/** The page itself, for who compresses and keeps it: a Response would have to be read again. */
export const renderedPage = createContext<string | null>(null);
