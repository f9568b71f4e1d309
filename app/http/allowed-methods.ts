import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { isLanguage } from "#app/i18n/languages.ts";
import { isForeign } from "./middleware/context.ts";
import { withoutDesk } from "./middleware/desk-routes.ts";
import type { Step } from "./step.ts";

interface Target {
  takesForms: boolean;
  isPage: boolean;
}

/** A page refuses a form with a page; forms from other sites got 403 before (RFC 9110 §9.3.7, §15.5.6). */
export function createAllowedMethods(build: ServerBuild, isFile: (path: string) => boolean): Step {
  // Without the desk, so that methods on its addresses are refused the same way for everyone (RULES.md 10.2).
  const targetOf = createTargetOf(withoutDesk(build), isFile);
  return async ({ request: { method }, url, context }, next) => {
    if (method === "GET" || method === "HEAD") return next();
    const { takesForms, isPage } = targetOf(url.pathname);
    const headers = { Allow: takesForms ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS" };
    if (method === "OPTIONS") return new Response(null, { status: 204, headers });
    if (method !== "POST" || !(takesForms || isPage))
      return context.get(isForeign)
        ? new Response(null, { status: 403 })
        : new Response(null, { status: 405, headers });
    const response = await next();
    if (response.status === 405) response.headers.set("Allow", headers.Allow);
    return response;
  };
}

function createTargetOf(
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
    const page = path.replace(/\.data$/u, "").replace(/^\/_root$/u, "/");
    const match = isFile(path) ? undefined : matchRoutes(tree, page)?.at(-1);
    const module = match && routes[match.route.id!]?.module;
    const { lang } = match?.params ?? {};
    return {
      // "/nope" also matches `:lang?`.
      takesForms: module?.action !== undefined && (lang === undefined || isLanguage(lang)),
      isPage: module?.default !== undefined,
    };
  };
}
