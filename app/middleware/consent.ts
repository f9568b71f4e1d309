import { serialize } from "cookie-es";
import type { MiddlewareFunction } from "react-router";
import type { Purpose } from "../client/third-parties.ts";
import type { Config } from "../config.ts";
import { config, consent, type Consent } from "./context.ts";
import { analyticsCookie, consentCookie } from "./cookies.ts";

/** @returns what there is to consent to: nothing until it is configured */
export function purposesOf({ analyticsId, adClient }: Pick<Config, "analyticsId" | "adClient">) {
  const purposes: Purpose[] = [];
  if (analyticsId) purposes.push("analytics");
  if (adClient) purposes.push("ads");
  return purposes;
}

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
export function consentOf(cookies: string, purposes: Purpose[]): Consent | null {
  if (purposes.length === 0) return null;
  const words = written.exec(cookies)?.[1]?.split(".") ?? [];
  // Who was not asked about one of them is asked anew.
  const answered = purposes.every(
    (purpose) => words.includes(purpose) || words.includes(`no-${purpose}`),
  );
  return { given: answered ? purposes.filter((purpose) => words.includes(purpose)) : null };
}

/** The choice in one word, to tell cached pages apart. */
export function consentKey(chosen: Consent | null): string {
  return chosen === null ? "" : (chosen.given?.join("+") ?? "?");
}

/** Every word that a choice may come to. */
export function consentKeys(purposes: Purpose[]): string[] {
  return purposes.length > 0 ? ["?", "", ...purposes, purposes.join("+")] : [""];
}

/** The cookie of analytics outlives the choice: who brings it without consent is to lose it. */
export function hasLeftover(cookies: string, purposes: Purpose[]): boolean {
  return (
    cookies.includes(`${analyticsCookie}=`) &&
    !consentOf(cookies, purposes)?.given?.includes("analytics")
  );
}

/** Finds out what the person allows. */
export const withConsent: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { secure, ...configured } = context.get(config);
  const purposes = purposesOf(configured);
  const cookies = request.headers.get("Cookie") ?? "";
  context.set(consent, consentOf(cookies, purposes));
  const response = await next();
  const own = !response.headers.get("Cache-Control")?.startsWith("public");
  if (request.method === "GET" && own && hasLeftover(cookies, purposes))
    response.headers.append("Set-Cookie", expiredCookie(analyticsCookie, secure));
  return response;
};

/** @returns the Set-Cookie value that erases a cookie which scripts can read */
export function expiredCookie(name: string, secure: boolean, domain?: string): string {
  return serialize(name, "", { path: "/", sameSite: "lax", secure, maxAge: 0, domain });
}
