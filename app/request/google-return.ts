import { createCookie } from "react-router";
import { config } from "../config.ts";
import { isLanguage, type Language } from "../i18n/languages.ts";

/** Where the person wanted to be, and in which language: Google brings nothing of it back. */
export interface GoogleReturn {
  path: string;
  lang: Language;
}

export const returnCookie = createCookie("google_return", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: config.secure,
  secrets: config.sessionSecrets,
  maxAge: 10 * 60,
});

export function isGoogleReturn(found: unknown): found is GoogleReturn {
  const { path, lang } = (found ?? {}) as Partial<GoogleReturn>;
  return typeof path === "string" && isLanguage(lang);
}
