import { serialize } from "cookie-es";
import type { MiddlewareFunction } from "react-router";
import { config } from "../config.ts";
import { consent } from "./context.ts";
import { analyticsCookie, consentCookie } from "./cookies.ts";

export type Purpose = "analytics" | "ads";

export interface Consent {
  /** what the person said yes to; null until they have chosen */
  given: Purpose[] | null;
}

/** What there is to consent to: nothing until it is configured. */
export const purposes: Purpose[] = [
  ...(config.analyticsId ? (["analytics"] as const) : []),
  ...(config.adClient ? (["ads"] as const) : []),
];

/**
 * A yes or no to each purpose, e.g. "analytics.no-ads". A cache in front of the site tells pages apart by the very same
 * expression (tests/bench/nginx.conf): any other reading of the header would let one visitor's page be stored for another.
 */
const written = new RegExp(
  `(?:^|; )${consentCookie}=((?:no-)?analytics(?:[.](?:no-)?ads)?|(?:no-)?ads)(?:;|$)`,
  "u",
);

/**
 * @param cookies the Cookie header
 * @returns what the person chose, or null where there is nothing to choose
 */
export function consentOf(cookies: string): Consent | null {
  if (purposes.length === 0) return null;
  const words = written.exec(cookies)?.[1]?.split(".") ?? [];
  // Who was not asked about one of them is asked anew.
  const answered = purposes.every(
    (purpose) => words.includes(purpose) || words.includes(`no-${purpose}`),
  );
  return { given: answered ? purposes.filter((purpose) => words.includes(purpose)) : null };
}

/** The choice in one word, to tell stored pages apart. */
export function consentKey(chosen: Consent | null): string {
  return chosen === null ? "" : (chosen.given?.join("+") ?? "?");
}

/** Every word that a choice may come to. */
export const consentKeys = purposes.length > 0 ? ["?", "", ...purposes, purposes.join("+")] : [""];

/** The cookie of analytics outlives the choice: who brings it without consent is to lose it. */
export function hasLeftover(cookies: string): boolean {
  return (
    cookies.includes(`${analyticsCookie}=`) && !consentOf(cookies)?.given?.includes("analytics")
  );
}

/** Finds out what the person allows. */
export const withConsent: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const cookies = request.headers.get("Cookie") ?? "";
  context.set(consent, consentOf(cookies));
  const response = await next();
  const own = !response.headers.get("Cache-Control")?.startsWith("public");
  if (request.method === "GET" && own && hasLeftover(cookies))
    response.headers.append("Set-Cookie", forgetCookie(analyticsCookie));
  return response;
};

/** @returns the Set-Cookie value that erases a cookie which scripts can read */
export function forgetCookie(name: string, domain?: string): string {
  return serialize(name, "", {
    path: "/",
    sameSite: "lax",
    secure: config.secure,
    maxAge: 0,
    domain,
  });
}
