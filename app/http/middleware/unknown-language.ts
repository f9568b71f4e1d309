import { data, type MiddlewareFunction } from "react-router";
import { isLanguage } from "#app/i18n/languages.ts";

/** @returns whether the address has something else where a language may stand */
export const isUnknownLanguage = ({ lang }: { lang?: string | undefined }) =>
  lang !== undefined && !isLanguage(lang);

/** Answers 404 for files in a language that there is not (RULES.md 18.5). Runs before any loader. */
export const refuseUnknownLanguage: MiddlewareFunction<Response> = ({ params }) => {
  if (isUnknownLanguage(params)) throw data(null, 404);
};
