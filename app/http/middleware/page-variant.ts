import { parse } from "cookie-es";
import type { Config } from "#app/config.ts";
import { isLanguage } from "#app/i18n/languages.ts";
import { negotiateLanguage } from "#app/i18n/negotiate.ts";
import { withoutLanguage } from "#app/i18n/paths.ts";
import { isPrivate, meaningfulQuery } from "../page-kinds.ts";
import type { VariantOf } from "../cached-pages.ts";
import { changesLanguage, rememberedLanguage } from "./request-language.ts";
import { consentKey, consentOf, hasLeftover, purposesOf } from "./consent.ts";
import type { Cookies } from "./cookies.ts";

export function createVariantOf(
  config: Config,
  { session, flash, shelf }: Pick<Cookies, "session" | "flash" | "shelf">,
): VariantOf {
  const { secure } = config;
  const purposes = purposesOf(config);
  const personal = [session.name, flash.name];
  const showsShelf = (url: URL) => withoutLanguage(url.pathname).startsWith("/perfume/");
  return (request, url) => {
    // The page's links to other languages keep the query.
    if (meaningfulQuery(url.search) || isPrivate(url) || url.pathname.endsWith(".data"))
      return null;
    if (changesLanguage(request, url, secure)) return null;
    const header = request.headers.get("Cookie") ?? "";
    const cookies = parse(header);
    if (personal.some((name) => name in cookies) || hasLeftover(header, purposes, secure))
      return null;
    if (shelf.name in cookies && showsShelf(url)) return null;
    const first = url.pathname.split("/", 2)[1];
    return {
      path: url.pathname,
      language: isLanguage(first)
        ? first
        : negotiateLanguage(
            rememberedLanguage(request, secure),
            request.headers.get("Accept-Language"),
          ),
      saveData: request.headers.get("Save-Data") === "on",
      consent: consentKey(consentOf(header, purposes, secure)),
    };
  };
}
