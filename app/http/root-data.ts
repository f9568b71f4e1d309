import { useRouteLoaderData } from "react-router";
import type { Purpose } from "./browser/third-parties.ts";
import type pages from "#app/i18n/locales/es/pages.json";

export const defaultDataLicence = "CC0-1.0";

export interface RootData {
  origin: string;
  currentUser: {
    name: string;
    avatarUrl: string | null;
    desk?: string;
  } | null;
  consent: {
    purposes: Purpose[];
    given: Purpose[] | null;
    adClient: string | null;
    adSlot: string | null;
    texts: (typeof pages)["consent"];
  } | null;
  sample?: string;
  /** of the open data, when it is not the default */
  licence?: string;
  /** `to` is what the text links to */
  flash: { kind: "status" | "alert"; text: string; to?: string } | null;
}

/** @returns undefined on some error pages */
export function useRoot(): RootData | undefined {
  return useRouteLoaderData("root");
}
