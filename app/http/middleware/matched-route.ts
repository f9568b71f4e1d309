import { data, type MiddlewareFunction } from "react-router";
import { isLanguage } from "#app/i18n/languages.ts";
import { isUnmatched, routePattern } from "./context.ts";

export const noteMatchedRoute: MiddlewareFunction<Response> = ({ pattern, params, context }) => {
  context.set(routePattern, `/${pattern}`);
  context.set(isUnmatched, pattern === ":lang?/*" || isUnknownLanguage(params));
};

export const isUnknownLanguage = ({ lang }: { lang?: string | undefined }) =>
  lang !== undefined && !isLanguage(lang);

/** For files that browsers and feed readers also ask for without a language: no shared cache may keep those. */
export const forOneLanguage: MiddlewareFunction<Response> = async ({ params }, next) => {
  if (isUnknownLanguage(params)) throw data(null, 404);
  const response = await next();
  if (params.lang === undefined) response.headers.set("Cache-Control", "private, no-cache");
  return response;
};
