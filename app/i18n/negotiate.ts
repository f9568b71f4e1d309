import Negotiator from "negotiator";
import { defaultLanguage, isLanguage, type Language } from "./languages.ts";

/** The language for an address without one, by the language cookie and `Accept-Language` (RULES.md 1.3, RFC 9110 §12.5.4). */
export function negotiateLanguage(
  remembered: string | undefined,
  acceptLanguage: string | null,
): Language {
  if (isLanguage(remembered)) return remembered;
  if (!acceptLanguage) return defaultLanguage;
  // Without our list of languages, with which Negotiator would prefer an exact "en" to an earlier "de-AT".
  const wanted = new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages();
  const prefixes = wanted.map((tag) => (tag === "*" ? defaultLanguage : tag.split("-")[0]));
  return prefixes.map((prefix) => prefix?.toLowerCase()).find(isLanguage) ?? defaultLanguage;
}
