import { Fragment, type ReactNode } from "react";
import { useMatches } from "react-router";

/** What a route's `handle` may say of its pages; what it loaded may say `scripts`, too. */
interface RouteHandle {
  /** false: there is nothing to hydrate */
  scripts?: boolean;
  navigation?: () => ReactNode;
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

/** On servers only: no part of the site with a navigation of its own has scripts. */
export function useOwnNavigation(): ReactNode {
  const matches = useMatches();
  if (!import.meta.env.SSR) return null;
  return matches.map(({ id, handle }) => (
    <Fragment key={id}>{(handle as RouteHandle | undefined)?.navigation?.()}</Fragment>
  ));
}
