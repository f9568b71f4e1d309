import { useRouteLoaderData } from "react-router";
import type { Purpose } from "./browser/third-parties.ts";
import type pages from "#app/i18n/locales/es/pages.json";

export const defaultDataLicence = "CC0-1.0";

/** Absent values have no key, which would make every page larger. */
export interface RootData {
  origin: string;
  currentUser?: {
    name: string;
    avatarUrl: string | null;
    desk?: string;
  };
  consent?: {
    purposes: Purpose[];
    given: Purpose[] | null;
    adClient: string | null;
    adSlot: string | null;
    texts: (typeof pages)["consent"];
  };
  sample?: string;
  /** of the open data, when it is not the default */
  licence?: string;
  /** `to` is what the text links to */
  flash?: { kind: "status" | "alert"; text: string; to?: string };
}

/** @returns undefined on some error pages */
export function useRoot(): RootData | undefined {
  return useRouteLoaderData("root");
}
