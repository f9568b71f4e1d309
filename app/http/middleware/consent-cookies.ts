import { randomInt } from "node:crypto";
import { parse, serialize } from "cookie-es";
import type { Purpose } from "../browser/third-parties.ts";
import type { Config } from "#app/config.ts";
import { purposesOf } from "./consent.ts";
import { analyticsCookie, consentCookie, expiredCookie, hostCookie } from "./cookies.ts";

const day = 24 * 60 * 60;

/** 180 days: the CNIL (deliberation 2020-091) recommends six months, the AEPD allows 24 (RULES.md 13.9). */
export function rememberConsent(request: Request, config: Config, given: Purpose[]): string[] {
  const { secure, origin } = config;
  // Scripts check both cookies themselves, so that even a wrongly cached page respects the choice.
  const readable = { path: "/", sameSite: "lax", secure } as const;
  const cookies = parse(request.headers.get("Cookie") ?? "");
  const answers = purposesOf(config).map((purpose) =>
    given.includes(purpose) ? purpose : `no-${purpose}`,
  );
  const name = hostCookie(consentCookie, secure);
  const set = [serialize(name, answers.join("."), { ...readable, maxAge: 180 * day })];
  if (given.includes("analytics")) {
    // Expires, because cookie-es would limit Max-Age to 400 days.
    const expires = new Date(Date.now() + 730 * day * 1000);
    const number = analyticsNumber(cookies[analyticsCookie]);
    set.push(serialize(analyticsCookie, number, { ...readable, expires }));
  }
  for (const name of Object.keys(cookies))
    if (!given.includes("analytics") && /^(analytics_id|_ga(_\w+)?)$/u.test(name))
      set.push(expiredCookie(name, secure));
    else if (!given.includes("ads") && /^__(gads|gpi|eoi)$/u.test(name))
      set.push(
        expiredCookie(name, secure),
        ...domainsAbove(origin).map((domain) => expiredCookie(name, secure, domain)),
      );
  return set;
}

function analyticsNumber(before: string | undefined): string {
  const known = before && /^\d{1,10}\.\d{1,10}$/u.test(before);
  return known ? before : `${randomInt(1, 2 ** 31)}.${Math.floor(Date.now() / 1000)}`;
}

/** AdSense sets its cookies for the whole domain. */
function domainsAbove(origin: string): string[] {
  const labels = new URL(origin).hostname.split(".");
  return labels.map((_, at) => labels.slice(at).join(".")).filter((domain) => domain.includes("."));
}
