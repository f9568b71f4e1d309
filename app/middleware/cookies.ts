import { type Cookie, createCookie } from "react-router";
import type { Config } from "../config.ts";

/** Every cookie that the site may set, for the cookie page; its purpose there says when it is set (RULES.md, Cookies). */
export const cookiesInUse = [
  { name: "auth_token", type: "essential", duration: "session" },
  { name: "flash", type: "essential", duration: "minute" },
  { name: "google_state", type: "essential", duration: "tenMinutes" },
  { name: "google_return", type: "essential", duration: "tenMinutes" },
  { name: "language_preference", type: "functional", duration: "year" },
  { name: "consent", type: "functional", duration: "sixMonths" },
  { name: "analytics_id", type: "analytics", duration: "twoYears" },
] as const;

/** Remembers the language that the person chose. */
export const languageCookie = "language_preference";

/** Holds the token of a session. */
export const sessionCookie = "auth_token";

/** Holds what the next page says once. */
export const flashCookie = "flash";

/** Holds what the person allows, and refuses, of analytics and ads. */
export const consentCookie = "consent";

/** Holds the number by which analytics tells visits apart. */
export const analyticsCookie = "analytics_id";

/** Cookies that mean a person: a request with one never reads nor fills the page cache. */
export const personalCookies = [sessionCookie, flashCookie];

/** The signed cookies. */
export interface Cookies {
  session: Cookie;
  flash: Cookie;
  googleReturn: Cookie;
}

/** Makes the signed cookies of a site. @param sessionSecrets the first signs, the others still open what they signed */
export function createCookies({
  secure,
  sessionSecrets,
}: Pick<Config, "secure" | "sessionSecrets">): Cookies {
  const options = {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    secrets: sessionSecrets,
  } as const;
  return {
    // Ends with the browser; the server ends the session by its own clock.
    session: createCookie(sessionCookie, options),
    // A page that never comes would have it said at some later, wrong moment.
    flash: createCookie(flashCookie, { ...options, maxAge: 60 }),
    googleReturn: createCookie("google_return", { ...options, maxAge: 10 * 60 }),
  };
}
