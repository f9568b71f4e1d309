import type { MiddlewareFunction } from "react-router";
import { isLanguage } from "#app/i18n/languages.ts";
import { missingPage } from "../missing-page.ts";
import { isUnmatched, routePattern } from "./context.ts";

export const noteMatchedRoute: MiddlewareFunction<Response> = ({ pattern, params, context }) => {
  context.set(routePattern, `/${pattern}`);
  context.set(isUnmatched, pattern === ":lang?/*" || isUnknownLanguage(params));
};

const isUnknownLanguage = ({ lang }: { lang?: string | undefined }) =>
  lang !== undefined && !isLanguage(lang);

/** "/nope" matches `:lang?`: answers 404 before any loader runs. */
export const refuseUnknownLanguage: MiddlewareFunction<Response> = async ({ params, context }) => {
  if (isUnknownLanguage(params)) throw await missingPage(context);
};

/** For files that browsers and feed readers also ask for without a language: no shared cache may keep those. */
export const forOneLanguage: MiddlewareFunction<Response> = async ({ params }, next) => {
  const response = await next();
  if (params.lang === undefined) response.headers.set("Cache-Control", "private, no-cache");
  return response;
};
