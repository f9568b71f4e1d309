import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { isLanguage } from "#app/i18n/languages.ts";
import type { Wrapper } from "./visit.ts";

interface Target {
  takesForms: boolean;
  isPage: boolean;
}

/** A page refuses a form with a page; forms from other sites got 403 before (RFC 9110 §9.3.7, §15.5.6). */
export const withAllowedMethods =
  (targetOf: (path: string) => Target, isCrossSite: (request: Request) => boolean): Wrapper =>
  (next) =>
  async (request, visit) => {
    const { method } = request;
    if (method === "GET" || method === "HEAD") return next(request, visit);
    const { takesForms, isPage } = targetOf(visit.url.pathname);
    const headers = { Allow: takesForms ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS" };
    if (method === "OPTIONS") return new Response(null, { status: 204, headers });
    if (method !== "POST" || !(takesForms || isPage))
      return isCrossSite(request)
        ? new Response(null, { status: 403 })
        : new Response(null, { status: 405, headers });
    const response = await next(request, visit);
    if (response.status === 405) response.headers.set("Allow", headers.Allow);
    return response;
  };

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
