import { data, type MiddlewareFunction } from "react-router";
import { isLanguage } from "../i18n/languages.ts";

/** Answers 404 for "/nope", which matches `:lang?` (RULES.md 18.5). Runs before any loader. */
export const refuseUnknownLanguage: MiddlewareFunction<Response> = ({ params }) => {
  if (params.lang !== undefined && !isLanguage(params.lang)) throw data(null, 404);
};
