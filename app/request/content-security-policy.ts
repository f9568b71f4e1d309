import { createHash } from "node:crypto";
import { sheets } from "../styles/sheets.ts";
import type { Purpose } from "./consent.ts";

/** The source that allows one inline script or style, whatever cache the page comes from (CSP3 §2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Nothing but our own files. Every page allows the styles of all: a hydrated one may come to need them. */
const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // blob: a picture that was chosen and not sent yet.
  "img-src 'self' https: data: blob:",
  "manifest-src 'self'",
  "media-src 'self'",
  `style-src ${sheets.map(hashSource).join(" ")}`,
].join("; ");

/**
 * What each third party needs. Analytics: https://developers.google.com/tag-platform/security/guides/csp. The hosts of
 * advertisements change: Google supports no list of them, but scripts trusted by the one that brings them in
 * (https://developers.google.com/publisher-tag/guides/content-security-policy).
 */
const needs: Record<Purpose, { script: string; connect: string; frame?: string }> = {
  analytics: {
    script: "https://www.googletagmanager.com",
    connect:
      "https://*.google-analytics.com https://*.analytics.google.com https://www.googletagmanager.com",
  },
  ads: { script: "'strict-dynamic'", connect: "https:", frame: "https:" },
};

/**
 * @param scripts the inline scripts of the page, and no other may run
 * @param given what the person said yes to: the policy opens for that alone
 */
export function contentSecurityPolicy(scripts: string[], given: Purpose[]): string {
  const opened = given.map((purpose) => needs[purpose]);
  const script = ["'self'", ...opened.map((need) => need.script), ...scripts.map(hashSource)];
  const frames = opened.flatMap(({ frame }) => frame ?? []);
  return [
    policy,
    ["connect-src 'self'", ...opened.map((need) => need.connect)].join(" "),
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    `script-src ${script.join(" ")}`,
  ].join("; ");
}
