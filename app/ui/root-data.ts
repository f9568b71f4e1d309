import { useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";

/** What every page knows: the site's origin, who is signed in, what is to be said; undefined on some error pages. */
export function useRoot() {
  return useRouteLoaderData<typeof loader>("root");
}
