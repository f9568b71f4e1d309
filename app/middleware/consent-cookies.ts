import { randomInt } from "node:crypto";
import { parse, serialize } from "cookie-es";
import type { Purpose } from "../client/third-parties.ts";
import type { Config } from "../config.ts";
import { expiredCookie, purposesOf } from "./consent.ts";
import { analyticsCookie, consentCookie } from "./cookies.ts";

/** In seconds. */
const day = 24 * 60 * 60;

/**
 * Remembers a choice for 180 days (CNIL, deliberation 2020-091, holds six months to be right; the AEPD allows up to 24),
 * and takes away what was allowed before and is no longer.
 * @param given what the person said yes to
 * @returns the Set-Cookie values
 */
export function rememberConsent(request: Request, config: Config, given: Purpose[]): string[] {
  const { secure, origin } = config;
  // Scripts read both: what a wrongly shared page brings in still asks for this browser's own choice.
  const readable = { path: "/", sameSite: "lax", secure } as const;
  const brought = parse(request.headers.get("Cookie") ?? "");
  const answers = purposesOf(config).map((purpose) =>
    given.includes(purpose) ? purpose : `no-${purpose}`,
  );
  const set = [serialize(consentCookie, answers.join("."), { ...readable, maxAge: 180 * day })];
  if (given.includes("analytics")) {
    // Two years, and no Max-Age: cookie-es would cut it to the 400 days that some browsers keep.
    const expires = new Date(Date.now() + 730 * day * 1000);
    const number = analyticsNumber(brought[analyticsCookie]);
    set.push(serialize(analyticsCookie, number, { ...readable, expires }));
  }
  for (const name of Object.keys(brought))
    if (!given.includes("analytics") && /^(analytics_id|_ga(_\w+)?)$/u.test(name))
      set.push(expiredCookie(name, secure));
    else if (!given.includes("ads") && /^__(gads|gpi|eoi)$/u.test(name))
      set.push(
        expiredCookie(name, secure),
        ...domainsAbove(origin).map((domain) => expiredCookie(name, secure, domain)),
      );
  return set;
}

/** A number that tells visits apart, in the form of Google Analytics' own: the second half is the time in seconds. */
function analyticsNumber(before: string | undefined): string {
  const known = before && /^\d{1,10}\.\d{1,10}$/u.test(before);
  return known ? before : `${randomInt(1, 2 ** 31)}.${Math.floor(Date.now() / 1000)}`;
}

/** AdSense sets its cookies for the whole domain: the host and what stands above it, but no top-level domain. */
function domainsAbove(origin: string): string[] {
  const labels = new URL(origin).hostname.split(".");
  return labels.map((_, at) => labels.slice(at).join(".")).filter((domain) => domain.includes("."));
}
