import { createContext } from "react-router";
import type { Graph } from "schema-dts";
import type { Db } from "#db/connect.ts";
import type { AvatarRenderer } from "../accounts/avatar-image.ts";
import type { AvatarStore } from "../accounts/avatar-store.ts";
import type { Passwords } from "../accounts/passwords.ts";
import type { CurrentUser } from "../accounts/sessions.ts";
import type { PerfumeSearch } from "../catalog/perfume-search.ts";
import type { Purpose } from "../client/third-parties.ts";
import type { Config } from "../config.ts";
import { defaultLanguage, type Language } from "../i18n/languages.ts";
import type { MessageKey } from "../i18n/messages.server.ts";
import type { Worker } from "../jobs/worker.ts";
import type { Limits } from "../limits/limits.ts";
import type { CachedFiles } from "../server/cached-file.ts";
import type { PageCache } from "../server/page-cache.ts";
import type { Cookies } from "./cookies.ts";

// What `createSite` makes once and every request is given.

export const config = createContext<Config>();
export const database = createContext<Db>();
export const services = createContext<Services>();

/** What lives as long as the process and handlers may use. */
export interface Services {
  avatars: { store: AvatarStore; renderer: AvatarRenderer };
  cookies: Cookies;
  files: CachedFiles;
  limits: Limits;
  mailWorker: Worker;
  pages: PageCache;
  passwords: Passwords;
  pictures: Pictures;
  search: PerfumeSearch;
}

/** Draws the pictures that links are shown with; throws PicturesBusy when too many wait already. */
export interface Pictures {
  /** @param of a perfume and its number of dupes; null for the site itself */
  draw(
    of: { marca: string; nombre: string; dupes: number } | null,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

// What is known of one request.

/** The network address of the client, "" when it is unknown. */
export const clientAddress = createContext("");
export const language = createContext<Language>(defaultLanguage);
/** Who is signed in, or null. */
export const currentUser = createContext<CurrentUser | null>(null);
/** The browser brought a session that is over: its user is not merely anonymous. */
export const sessionLost = createContext(false);
/** What the page says before anything else. */
export const flash = createContext<Flash | null>(null);
/** What the person allows of analytics and ads; null where neither is configured. */
export const consent = createContext<Consent | null>(null);

/** What the next page says, once: that an action is done, or why the person stands where they did not mean to go. */
export interface Flash {
  kind: "status" | "alert";
  key: MessageKey;
}

export interface Consent {
  /** what the person said yes to; null until they have chosen */
  given: Purpose[] | null;
}

// What loaders and actions leave for the answer.

/** The dupe whose review was refused: its reviews are shown open, with what was typed. */
export const openDupe = createContext<number | null>(null);
/** The page answers a form: it stays where it is with what was typed, even at an address that is out of date. */
export const answersForm = createContext(false);
/** The perfume whose page the answer shows, so that it counts as a view from the page cache too. */
export const viewedPerfume = createContext<number | null>(null);
/** What the page tells machines about itself, written after its last element: browsers need not have it twice. */
export const structuredData = createContext<Graph | null>(null);
/** The page's HTML, for the page cache: a Response would have to be read again. */
export const renderedPage = createContext<string | null>(null);
