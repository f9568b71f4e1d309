import { useRouteLoaderData } from "react-router";
import type { Purpose } from "../client/third-parties.ts";
import type pages from "../i18n/locales/es/pages.json";

/** What every page knows. */
export interface RootData {
  /** the site's public address */
  origin: string;
  currentUser: { name: string; avatarUrl: string | null } | null;
  /** null where there is nothing to consent to */
  consent: {
    purposes: Purpose[];
    /** what the person said yes to; null until they have chosen */
    given: Purpose[] | null;
    /** AdSense's id of the site, for who allowed ads */
    adClient: string | null;
    texts: (typeof pages)["consent"];
  } | null;
  /** what the page says first, once */
  flash: { kind: "status" | "alert"; text: string } | null;
}

/** @returns undefined on some error pages */
export function useRoot(): RootData | undefined {
  return useRouteLoaderData("root");
}
