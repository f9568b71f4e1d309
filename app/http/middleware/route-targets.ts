import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { isLanguage } from "#app/i18n/languages.ts";
import type { Target } from "../allowed-methods.ts";

/** @returns a function that tells what a path takes @param isFile tells the paths that are no route's */
export function createTargetOf(
  { routes }: Pick<ServerBuild, "routes">,
  isFile: (path: string) => boolean,
): (path: string) => Target {
  const below = (parent: string | undefined): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route?.parentId === parent)
      .map((route) => {
        const { id, path, index, caseSensitive } = route!;
        return index
          ? { id, path, index, caseSensitive }
          : { id, path, caseSensitive, children: below(id) };
      });
  const tree = below(undefined);

  return (path) => {
    // The address of a page's data takes what the page takes.
    const page = path.replace(/\.data$/u, "").replace(/^\/_root$/u, "/");
    const match = isFile(path) ? undefined : matchRoutes(tree, page)?.at(-1);
    const module = match && routes[match.route.id!]?.module;
    const { lang } = match?.params ?? {};
    return {
      // "/nope" matches `:lang?`, too (RULES.md 18.5).
      takesForms: module?.action !== undefined && (lang === undefined || isLanguage(lang)),
      isPage: module?.default !== undefined,
    };
  };
}
