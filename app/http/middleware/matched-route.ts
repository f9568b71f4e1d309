import { data, type MiddlewareFunction } from "react-router";
import { isLanguage } from "#app/i18n/languages.ts";
import { isUnmatched, routePattern } from "./context.ts";

export const noteMatchedRoute: MiddlewareFunction<Response> = ({ pattern, params, context }) => {
  context.set(routePattern, `/${pattern}`);
  context.set(isUnmatched, pattern === ":lang?/*" || isUnknownLanguage(params));
};

export const isUnknownLanguage = ({ lang }: { lang?: string | undefined }) =>
  lang !== undefined && !isLanguage(lang);

export const refuseUnknownLanguage: MiddlewareFunction<Response> = ({ params }) => {
  if (isUnknownLanguage(params)) throw data(null, 404);
};
