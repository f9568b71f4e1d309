import Negotiator from "negotiator";
import { defaultLanguage, isLanguage, type Language } from "./languages.ts";

/** UTF-16 units */
const maxHeader = 1000;

/** The language for an address without one (RULES.md 11.1, RFC 9110 §12.5.4). */
export function negotiateLanguage(
  remembered: string | undefined,
  acceptLanguage: string | null,
): Language {
  if (isLanguage(remembered)) return remembered;
  if (!acceptLanguage) return defaultLanguage;
  // Given our list of languages, Negotiator would prefer an exact "en" to an earlier "de-AT".
  const headers = { "accept-language": acceptLanguage.slice(0, maxHeader) };
  const wanted = new Negotiator({ headers }).languages();
  const prefixes = wanted.map((tag) => (tag === "*" ? defaultLanguage : tag.split("-")[0]));
  return prefixes.map((prefix) => prefix?.toLowerCase()).find(isLanguage) ?? defaultLanguage;
}
