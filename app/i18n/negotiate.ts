import Negotiator from "negotiator";
import { defaultLanguage, isLanguage, type Language, languageCodes } from "./languages.ts";

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
  const [best] = new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages(
    languageCodes,
  );
  return isLanguage(best) ? best : defaultLanguage;
}
