import { parse, serialize } from "cookie-es";
import type { MiddlewareFunction } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { defaultLanguage, isLanguage, type Language, languageCodes } from "#app/i18n/languages.ts";
import { negotiateLanguage } from "#app/i18n/negotiate.ts";
import { isPrefetch } from "../page-view.ts";
import { isShared } from "../shared-response.ts";
import { config, language } from "./context.ts";
import { hostCookie, languageCookie } from "./cookies.ts";

// remix-i18next detects by our own rule, because its own reads "en-US,es" as Spanish (RULES.md 11.1). Texts come from translators.server.ts.
const [detect, detectedLanguage] = createI18nextMiddleware({
  detection: {
    supportedLanguages: languageCodes,
    fallbackLanguage: defaultLanguage,
    order: ["custom"],
    async findLocale({ request, context }) {
      const remembered = rememberedLanguage(request, context.get(config).secure);
      return negotiateLanguage(remembered, request.headers.get("Accept-Language"));
    },
  },
  i18next: {
    initAsync: false,
    ns: [],
    resources: {},
    fallbackLng: false,
    cacheInBuiltFormats: false,
  },
});

export const detectLanguage: MiddlewareFunction<Response> = (args, next) =>
  isLanguage(args.params.lang) ? next() : detect(args, next);

export const withLanguage: MiddlewareFunction<Response> = async (
  { request, url, params, context },
  next,
) => {
  if (isLanguage(params.lang)) {
    context.set(language, params.lang);
    const response = await next();
    const { secure } = context.get(config);
    if (!isShared(response) && changesLanguage(request, url, secure))
      response.headers.append("Set-Cookie", rememberLanguage(params.lang, secure));
    return response;
  }
  const detected = detectedLanguage(context);
  context.set(language, isLanguage(detected) ? detected : defaultLanguage);
  const response = await next();
  if (!isShared(response)) response.headers.append("Vary", "Accept-Language, Cookie");
  return response;
};

export function changesLanguage(request: Request, url: URL, secure: boolean): boolean {
  const { method, headers } = request;
  const to = languageOf(url);
  const referrer = headers.get("Referer");
  if (!to || !referrer || !URL.canParse(referrer) || method !== "GET" || isPrefetch(headers))
    return false;
  const from = new URL(referrer);
  if (from.host !== url.host || languageOf(from) === to) return false;
  const remembered = rememberedLanguage(request, secure);
  if (to === remembered) return false;
  const before = languageOf(from) ?? negotiateLanguage(remembered, headers.get("Accept-Language"));
  return to !== before;
}

function languageOf({ pathname }: URL): Language | undefined {
  const first = pathname.split("/", 2)[1];
  return isLanguage(first) ? first : undefined;
}

export const rememberedLanguage = ({ headers }: Request, secure: boolean) =>
  parse(headers.get("Cookie") ?? "")[hostCookie(languageCookie, secure)];

/** @returns Set-Cookie value */
export function rememberLanguage(choice: Language, secure: boolean): string {
  return serialize(hostCookie(languageCookie, secure), choice, {
    maxAge: 365 * 24 * 60 * 60,
    path: "/",
    sameSite: "lax",
    httpOnly: true,
    secure,
  });
}
