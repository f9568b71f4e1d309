import { Fragment, type ReactNode } from "react";
import { useMatches } from "react-router";

/** What a route's `handle` can declare about its pages; the route's data can also contain `scripts`. */
interface RouteHandle {
  /** false when there is nothing to hydrate */
  scripts?: boolean;
  navigation?: () => ReactNode;
  /** beside the message of the last action */
  besideMessage?: () => ReactNode;
}

export function useScripts(): boolean {
  const matches = useMatches();
  return (
    !import.meta.env.SSR ||
    matches.every(({ handle, loaderData }) =>
      [handle, loaderData].every((of) => (of as RouteHandle | undefined)?.scripts !== false),
    )
  );
}

/** Server only, because no section with parts of its own has scripts. */
export function useOwn(part: "navigation" | "besideMessage"): ReactNode {
  const matches = useMatches();
  if (!import.meta.env.SSR) return null;
  return matches.map(({ id, handle }) => (
    <Fragment key={id}>{(handle as RouteHandle | undefined)?.[part]?.()}</Fragment>
  ));
}
