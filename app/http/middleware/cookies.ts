import { serialize } from "cookie-es";
import { LRUCache } from "lru-cache";
import { type Cookie, createCookie } from "react-router";
import type { Config } from "#app/config.ts";

/** As listed on the cookie page (RULES.md 13.8). */
export const cookiesInUse = [
  { name: "auth_token", type: "essential", duration: "sessionOrStay" },
  { name: "known_device", type: "essential", duration: "year" },
  { name: "signed_up", type: "essential", duration: "day" },
  { name: "vote", type: "essential", duration: "day" },
  { name: "flash", type: "essential", duration: "minute" },
  { name: "google_state", type: "essential", duration: "tenMinutes" },
  { name: "google_return", type: "essential", duration: "tenMinutes" },
  { name: "google_link", type: "essential", duration: "tenMinutes" },
  { name: "language_preference", type: "functional", duration: "year" },
  { name: "shelf", type: "functional", duration: "year" },
  { name: "consent", type: "functional", duration: "sixMonths" },
  { name: "analytics_id", type: "analytics", duration: "twoYears" },
] as const;

export const languageCookie = "language_preference";
export const consentCookie = "consent";
export const analyticsCookie = "analytics_id";

/** Browsers accept `__Host-` only from this exact host, so no sibling domain can set one (RFC 6265bis §4.1.3.2). */
export const hostCookie = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name);

export function expiredCookie(name: string, secure: boolean, domain?: string): string {
  return serialize(name, "", { path: "/", sameSite: "lax", secure, maxAge: 0, domain });
}

const minute = 60;
const day = 24 * 60 * minute;
const year = 365 * day;

export type Cookies = ReturnType<typeof createCookies>;

/** @param sessionSecrets the first one signs, all verify */
export function createCookies({
  secure,
  sessionSecrets: secrets,
}: Pick<Config, "secure" | "sessionSecrets">) {
  const cookie = (name: string, lifetime: { maxAge?: number }) =>
    createCookie(hostCookie(name, secure), {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure,
      secrets,
      ...lifetime,
    });
  return {
    // Ends with the browser, unless the person stays signed in (RULES.md 9.5).
    session: checkedOnce(cookie("auth_token", {})),
    knownDevice: cookie("known_device", { maxAge: year }),
    signedUp: cookie("signed_up", { maxAge: day }),
    vote: cookie("vote", { maxAge: day }),
    // Short, so that a message whose page never loaded does not appear much later.
    flash: cookie("flash", { maxAge: minute }),
    googleReturn: cookie("google_return", { maxAge: 10 * minute }),
    googleLink: cookie("google_link", { maxAge: 10 * minute }),
    shelf: cookie("shelf", { maxAge: year }),
  };
}

/** Remembers valid headers: checking a signature takes two jobs of the thread pool. */
function checkedOnce(cookie: Cookie): Cookie {
  const valid = new LRUCache<string, string>({ max: 500 });
  const parse: Cookie["parse"] = async (header) => {
    const known = header && valid.get(header);
    if (known) return known;
    const value: unknown = await cookie.parse(header);
    if (header && typeof value === "string" && value) valid.set(header, value);
    return value;
  };
  return Object.assign(Object.create(cookie), { parse });
}
