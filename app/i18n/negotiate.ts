import Negotiator from "negotiator";
import { defaultLanguage, isLanguage, type Language } from "./languages.ts";

/**
 * The language of an address that names none (design §5): the remembered choice, else the browser's
 * by prefix in its order of preference (RFC 9110 §12.5.4), else Spanish.
 */
export function negotiateLanguage(
  remembered: string | undefined,
  acceptLanguage: string | null,
): Language {
  if (isLanguage(remembered)) return remembered;
  if (!acceptLanguage) return defaultLanguage;
  // Without our own list, because with it Negotiator puts an exact "en" before an earlier "de-AT".
  const wanted = new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages();
  const prefixes = wanted.map((tag) => (tag === "*" ? defaultLanguage : tag.split("-")[0]));
  return prefixes.map((prefix) => prefix?.toLowerCase()).find(isLanguage) ?? defaultLanguage;
}
