import type { MiddlewareFunction } from "react-router";
import type { Purpose } from "../browser/third-parties.ts";
import type { Config } from "#app/config.ts";
import { isPrivate } from "../page-kinds.ts";
import { isShared } from "../shared-response.ts";
import { config, consent, type Consent, isUnmatched, type RequestContext } from "./context.ts";
import { analyticsCookie, consentCookie, expiredCookie, hostCookie } from "./cookies.ts";

export function purposesOf({ analyticsId, adClient }: Pick<Config, "analyticsId" | "adClient">) {
  const purposes: Purpose[] = [];
  if (analyticsId) purposes.push("analytics");
  if (adClient) purposes.push("ads");
  return purposes;
}

/** E.g. "analytics.no-ads". */
const choiceOver = (secure: boolean) =>
  new RegExp(
    `(?:^|; )${hostCookie(consentCookie, secure)}=((?:no-)?analytics(?:[.](?:no-)?ads)?|(?:no-)?ads)(?:;|$)`,
    "u",
  );
const [http, https] = [choiceOver(false), choiceOver(true)];

export function consentOf(cookies: string, purposes: Purpose[], secure: boolean): Consent | null {
  if (purposes.length === 0) return null;
  const choice = (secure ? https : http).exec(cookies);
  const answers = choice?.[1]?.split(".") ?? [];
  const complete = purposes.every(
    (purpose) => answers.includes(purpose) || answers.includes(`no-${purpose}`),
  );
  return { given: complete ? purposes.filter((purpose) => answers.includes(purpose)) : null };
}

export function thirdPartiesOn({ headers }: Request, url: URL, context: RequestContext): Purpose[] {
  if (isPrivate(url) || context.get(isUnmatched) || headers.get("Save-Data") === "on") return [];
  return context.get(consent)?.given ?? [];
}

export function consentKey(chosen: Consent | null): string {
  return chosen === null ? "" : (chosen.given?.join("+") ?? "?");
}

export function hasLeftover(cookies: string, purposes: Purpose[], secure: boolean): boolean {
  return (
    cookies.includes(`${analyticsCookie}=`) &&
    !consentOf(cookies, purposes, secure)?.given?.includes("analytics")
  );
}

export const withConsent: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { secure, ...configured } = context.get(config);
  const purposes = purposesOf(configured);
  const cookies = request.headers.get("Cookie") ?? "";
  context.set(consent, consentOf(cookies, purposes, secure));
  const response = await next();
  if (request.method === "GET" && !isShared(response) && hasLeftover(cookies, purposes, secure))
    response.headers.append("Set-Cookie", expiredCookie(analyticsCookie, secure));
  return response;
};
