import { parse, serialize } from "cookie-es";
import { data, type MiddlewareFunction } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { defaultLanguage, isLanguage, type Language, languageCodes } from "../i18n/languages.ts";
import { negotiateLanguage } from "../i18n/negotiate.ts";
import { language } from "./context.ts";
import { languageCookie } from "./cookies.ts";

/** The address's language, else the remembered one, else the browser's (RULES.md, Language of a request). */
function languageOf(request: Request, params: { lang?: string | undefined }): Language {
  if (isLanguage(params.lang)) return params.lang;
  const remembered = parse(request.headers.get("Cookie") ?? "")[languageCookie];
  return negotiateLanguage(remembered, request.headers.get("Accept-Language"));
}

/**
 * remix-i18next decides, by our rule alone: its own reading of `Accept-Language` takes an exact match late in the list
 * before a prefix match early in it ("en-US,es" would be Spanish). Its i18next instance stays empty (35 µs a request; with
 * the default options 1.2 ms): pages are translated by the process's own translators.
 */
export const [detectLanguage, detectedLanguage] = createI18nextMiddleware({
  detection: {
    supportedLanguages: languageCodes,
    fallbackLanguage: defaultLanguage,
    order: ["custom"],
    findLocale: async ({ request, params }) => languageOf(request, params),
  },
  i18next: {
    initAsync: false,
    ns: [],
    resources: {},
    fallbackLng: false,
    cacheInBuiltFormats: false,
  },
});

/** Sets the language of the request; where the address does not name it, the answer says that it varies. */
export const withLanguage: MiddlewareFunction<Response> = async ({ params, context }, next) => {
  const detected = detectedLanguage(context);
  context.set(language, isLanguage(detected) ? detected : defaultLanguage);
  const response = await next();
  if (isLanguage(params.lang)) return response;
  // Pictures and files for machines are the same in every language, and say themselves how long they keep.
  if (response.headers.get("Cache-Control")?.startsWith("public")) return response;
  response.headers.append("Vary", "Accept-Language, Cookie");
  return response;
};

/** "/nope" reads as the home page in the language "nope": there is none. Runs before any loader. */
export const refuseUnknownLanguage: MiddlewareFunction<Response> = ({ params }) => {
  if (params.lang !== undefined && !isLanguage(params.lang)) throw data(null, 404);
};

/**
 * Remembers the choice of the picker for a year.
 * @param secure the site is served by https
 * @returns the Set-Cookie value
 */
export function rememberLanguage(choice: Language, secure: boolean): string {
  return serialize(languageCookie, choice, {
    maxAge: 365 * 24 * 60 * 60,
    path: "/",
    sameSite: "lax",
    httpOnly: true,
    secure,
  });
}
