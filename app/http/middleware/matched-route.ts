import { data, type MiddlewareFunction } from "react-router";
import { isLanguage } from "#app/i18n/languages.ts";
import { isUnmatched, routePattern } from "./context.ts";

/** Sets the pattern of the route that answers, of which there are few, and whether it is that of no page. */
export const noteMatchedRoute: MiddlewareFunction<Response> = ({ pattern, params, context }) => {
  context.set(routePattern, `/${pattern}`);
  context.set(isUnmatched, pattern === ":lang?/*" || isUnknownLanguage(params));
};

/** Whether the address has something else where a language may stand. */
export const isUnknownLanguage = ({ lang }: { lang?: string | undefined }) =>
  lang !== undefined && !isLanguage(lang);

/** Answers 404 for files in an unknown language, before any loader runs (RULES.md 18.5). */
export const refuseUnknownLanguage: MiddlewareFunction<Response> = ({ params }) => {
  if (isUnknownLanguage(params)) throw data(null, 404);
};
