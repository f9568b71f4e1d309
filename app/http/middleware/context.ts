import { createContext, type RouterContextProvider } from "react-router";
import type { Graph } from "schema-dts";
import type { Db } from "#db/database.ts";
import type { Role } from "#app/domain/desk/operators.ts";
import type { Health } from "#db/database.ts";
import type { AvatarGate } from "#app/uploads/render-gate.ts";
import type { AvatarRenderer } from "#app/uploads/picture-renderer.ts";
import type { AvatarStore } from "#app/domain/accounts/avatar-store.ts";
import type { Passwords } from "#app/domain/accounts/passwords.ts";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import type { PerfumeSearch } from "#app/domain/search/perfume-search.ts";
import type { Purpose } from "../browser/third-parties.ts";
import type { Config } from "#app/config.ts";
import type { PhotoStore } from "#app/domain/catalog/photo-store.ts";
import { defaultLanguage, type Language } from "#app/i18n/languages.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import type { Worker } from "#app/jobs/worker.ts";
import type { Limits } from "#app/limits/limits.ts";
import type { Metrics } from "#app/metrics/metrics.ts";
import type { CachedFiles } from "../cached-file.ts";
import type { PageCache } from "../page-cache.ts";
import type { Cookies } from "./cookies.ts";

/** What handlers and middleware get of a request. */
export type RequestContext = Readonly<RouterContextProvider>;

// Parts of the site (app/site/site.ts), the same in every request.

export const config = createContext<Config>();
export const database = createContext<Db>();
export const services = createContext<Services>();

export interface Services {
  avatars: { store: AvatarStore; renderer: AvatarRenderer; gate: AvatarGate };
  cookies: Cookies;
  files: CachedFiles;
  health: Health;
  limits: Limits;
  mailWorker: Worker;
  /** null when nobody may read them */
  metrics: Metrics | null;
  pages: PageCache;
  passwords: Passwords;
  /** photos of bottles that operators uploaded */
  photos: PhotoStore;
  pictures: Pictures;
  search: PerfumeSearch;
  /** Is told what the list under the search box shows to a client. */
  onFound(address: string, perfumeIds: readonly number[]): void;
}

interface Pictures {
  /** Draws a PNG of a perfume, or of the site itself for null. @throws PoolUnavailable when too many wait already, or a worker hung or died */
  draw(
    of: { marca: string; nombre: string; dupes: number } | null,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

// Facts about the request, set by middleware.

/** The request's id (RULES.md 23.4). */
export const requestId = createContext("");
/** The network address of the client, "" when it is unknown. */
export const clientAddress = createContext("");
export const language = createContext<Language>(defaultLanguage);
export const currentUser = createContext<CurrentUser | null>(null);
/** What the current user may decide on (RULES.md 21.1); null for who is no operator. */
export const operatorRole = createContext<Role | null>(null);
/** The browser sent the cookie of a session that is over, so its user expects to be signed in. */
export const sessionLost = createContext(false);
export const flash = createContext<Flash | null>(null);
/** The choice about analytics and ads; null when neither is configured. */
export const consent = createContext<Consent | null>(null);

/** A message that the next page shows once: that an action is done, or why the person was redirected. */
export interface Flash {
  kind: "status" | "alert";
  key: MessageKey;
  values?: Record<string, string>;
}

export interface Consent {
  given: Purpose[] | null;
}

// Results of loaders and actions.

/** The pattern of the route that answers, for the metrics. */
export const routePattern = createContext("none");
/**
 * Whether no page has this address. The desk's addresses are such ones to all but operators, who may have lost the role a moment
 * ago: what keeps those private holds for every address that there is not (RULES.md 10.4, 25.1).
 */
export const isUnmatched = createContext(false);
/** The id of the dupe whose review was refused: its reviews are shown open, with what was typed. */
export const openDupe = createContext<number | null>(null);
/** The id of the bottle whose price was refused: the form is shown open, with what was typed. */
export const openPrice = createContext<number | null>(null);
/** The id of the review whose report was refused: the form is shown, with what was typed. */
export const openReport = createContext<number | null>(null);
/** The page answers a form: it is not redirected, even at an out-of-date address, so that what was typed is kept. */
export const answersForm = createContext(false);
/** The id of the perfume whose page this is, for the view log. */
export const viewedPerfume = createContext<number | null>(null);
/** The page's structured data. Not in the loader's data, which browsers get twice. */
export const structuredData = createContext<Graph | null>(null);
/** The address is answered as one that there is not, so that nothing tells that it is one (RULES.md 25.1). */
export const isHidden = createContext(false);
/** A disk or the database failed: whoever asks again may have more luck. */
export const wasUnavailable = createContext(false);
/** The status of the error whose page this is, at an address where there is no page. */
export const errorStatus = createContext(404);
/** The page's HTML in parts, so that the page cache need not read it from the Response. */
export const renderedPage = createContext<string[] | null>(null);
