import { createContext, type RouterContextProvider } from "react-router";
import type { Graph } from "schema-dts";
import type { Db } from "#db/database.ts";
import type { Role } from "#app/domain/desk/operators.ts";
import type { Health } from "#db/database.ts";
import type { PictureGate } from "#app/uploads/render-gate.ts";
import type { PictureRenderer } from "#app/uploads/picture-renderer.ts";
import type { AvatarStore } from "#app/domain/accounts/avatars.ts";
import type { Passwords } from "#app/domain/accounts/passwords.ts";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import type { KnownDumps } from "#app/domain/open-data/known-dumps.ts";
import type { ChangeLog } from "#app/domain/open-data/read-changes.ts";
import type { PerfumeSearch } from "#app/domain/search/perfume-search.ts";
import type { Purpose } from "../browser/third-parties.ts";
import type { Config } from "#app/config.ts";
import type { PhotoStore } from "#app/domain/catalog/photo-store.ts";
import { defaultLanguage, type Language } from "#app/i18n/languages.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import type { Worker } from "#app/jobs/worker.ts";
import type { Limits } from "#app/limits/limits.ts";
import type { ReadLimits } from "#app/limits/read-limits.ts";
import type { Metrics } from "#app/metrics/metrics.ts";
import type { CachedFiles } from "../cached-file.ts";
import type { PageCache } from "../page-cache.ts";
import type { Cookies } from "./cookies.ts";

export type RequestContext = Readonly<RouterContextProvider>;

// Parts of the site, the same in every request.

export const config = createContext<Config>();
export const database = createContext<Db>();
export const services = createContext<Services>();

export interface Services {
  avatars: { store: AvatarStore; renderer: PictureRenderer; gate: PictureGate };
  changes: ChangeLog;
  cookies: Cookies;
  dumps: KnownDumps;
  files: CachedFiles;
  apiFiles: CachedFiles;
  /** whether any bottle's photo is at another site's address; true until that is known */
  hasForeignPhotos(): boolean;
  /** whether the invented community is there (RULES.md 1.14) */
  hasSample(): boolean;
  health: Health;
  limits: Limits;
  readLimits: ReadLimits;
  mailWorker: Worker;
  metrics: Metrics | null;
  pages: PageCache;
  passwords: Passwords;
  photos: PhotoStore;
  pictures: Pictures;
  search: PerfumeSearch;
  onFound(address: string, perfumeIds: readonly number[]): void;
}

interface Pictures {
  draw(
    of: { marca: string; nombre: string; dupes: number } | null,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

export const requestId = createContext("");
export const clientAddress = createContext("");
/** Another site may have sent it (RULES.md 13.3). */
export const isForeign = createContext(true);
export const language = createContext<Language>(defaultLanguage);
export const currentUser = createContext<CurrentUser | null>(null);
export const operatorRole = createContext<Role | null>(null);
/** The browser sent the cookie of an ended session, so its user expects to be signed in. */
export const sessionLost = createContext(false);
export const flash = createContext<Flash | null>(null);
/** null when neither analytics nor ads are configured */
export const consent = createContext<Consent | null>(null);

export interface Flash {
  kind: "status" | "alert";
  key: MessageKey;
  values?: Record<string, string>;
  /** ids of the log entries of what an operator just decided */
  entries?: number[];
}

export interface Consent {
  given: Purpose[] | null;
}

// Results of loaders and actions.

export const routePattern = createContext("none");
/** No page has this address; for everybody but operators this includes the desk's addresses (RULES.md 10.2, 13.7). */
export const isUnmatched = createContext(false);
/** The dupe, bottle and review whose form was refused: it is shown open, with what was typed. */
export const openDupe = createContext<number | null>(null);
export const openPrice = createContext<number | null>(null);
export const openReport = createContext<number | null>(null);
export const openFacts = createContext(false);
/** A response to a form is not redirected, so that what was typed is kept. */
export const answersForm = createContext(false);
export const viewedPerfume = createContext<number | null>(null);
/** Separate from loader data, which is sent to browsers twice. */
export const structuredData = createContext<Graph | null>(null);
/** The response must not reveal that the address exists (RULES.md 10.2). */
export const isHidden = createContext(false);
export const wasUnavailable = createContext(false);
export const errorStatus = createContext(404);
/** In parts, so that the page cache need not read the Response. */
export const renderedPage = createContext<string[] | null>(null);
