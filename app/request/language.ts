import { parse, serialize } from "cookie-es";
import { data, type MiddlewareFunction } from "react-router";
import { config } from "../config.ts";
import { isLanguage, type Language } from "../i18n/languages.ts";
import { negotiateLanguage } from "../i18n/negotiate.ts";
import { language } from "./context.ts";
import { languageCookie } from "./cookies.ts";

/** @returns the Set-Cookie value that remembers the choice of the picker for a year (spec.md §2, cookie page). */
export function rememberLanguage(choice: Language): string {
  return serialize(languageCookie, choice, {
    maxAge: 365 * 24 * 60 * 60,
    path: "/",
    sameSite: "lax",
    httpOnly: true,
    secure: config.secure,
  });
}

/** Settles the language of the request: the address's, else the negotiated one; the answer then says that it varies. */
export const withLanguage: MiddlewareFunction<Response> = async (
  { request, params, context },
  next,
) => {
  if (isLanguage(params.lang)) {
    context.set(language, params.lang);
    return next();
  }
  const remembered = parse(request.headers.get("Cookie") ?? "")[languageCookie];
  context.set(language, negotiateLanguage(remembered, request.headers.get("Accept-Language")));
  const response = await next();
  // Pictures and files for machines are the same in every language, and say themselves how long they keep.
  if (response.headers.get("Cache-Control")?.startsWith("public")) return response;
  response.headers.append("Vary", "Accept-Language, Cookie");
  return response;
};

/** "/nope" reads as the home page in the language "nope": there is none. Runs before any loader (design §2, trap 7). */
export const refuseUnknownLanguage: MiddlewareFunction<Response> = ({ params }) => {
  if (params.lang !== undefined && !isLanguage(params.lang)) throw data(null, 404);
};
