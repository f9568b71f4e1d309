import { randomInt } from "node:crypto";
import { parse, serialize } from "cookie-es";
import { config } from "../config.ts";
import { forgetCookie, type Purpose, purposes } from "./consent.ts";
import { analyticsCookie, consentCookie } from "./cookies.ts";

/** In seconds. */
const day = 24 * 60 * 60;

// Scripts read both: what a wrongly shared page brings in still asks for this browser's own choice.
const readable = { path: "/", sameSite: "lax", secure: config.secure } as const;

/**
 * Remembers a choice for 180 days (CNIL, deliberation 2020-091, holds six months to be right; the AEPD allows up to 24),
 * and takes away what was allowed before and is no longer.
 * @returns the Set-Cookie values
 */
export function rememberConsent(request: Request, given: Purpose[]): string[] {
  const brought = parse(request.headers.get("Cookie") ?? "");
  const answers = purposes.map((purpose) => (given.includes(purpose) ? purpose : `no-${purpose}`));
  const set = [serialize(consentCookie, answers.join("."), { ...readable, maxAge: 180 * day })];
  if (given.includes("analytics")) set.push(analyticsNumber(brought[analyticsCookie]));
  for (const name of Object.keys(brought))
    if (!given.includes("analytics") && /^(analytics_id|_ga(_\w+)?)$/u.test(name))
      set.push(forgetCookie(name));
    else if (!given.includes("ads") && /^__(gads|gpi|eoi)$/u.test(name))
      set.push(forgetCookie(name), ...domains.map((domain) => forgetCookie(name, domain)));
  return set;
}

/** A number that tells visits apart, in the form of Google Analytics' own: the second half is the time in seconds. */
function analyticsNumber(before: string | undefined): string {
  const known = before && /^\d{1,10}\.\d{1,10}$/u.test(before);
  const number = known ? before : `${randomInt(1, 2 ** 31)}.${Math.floor(Date.now() / 1000)}`;
  // Two years (spec.md §9), and no Max-Age: cookie-es would cut it to the 400 days that some browsers keep.
  const expires = new Date(Date.now() + 730 * day * 1000);
  return serialize(analyticsCookie, number, { ...readable, expires });
}

/** AdSense sets its cookies for the whole domain: the host and what stands above it, but no top-level domain. */
const domains = new URL(config.origin).hostname
  .split(".")
  .map((_, at, labels) => labels.slice(at).join("."))
  .filter((domain) => domain.includes("."));
