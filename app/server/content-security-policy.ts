import { createHash } from "node:crypto";
import { sheets } from "../styles/sheets.ts";
import type { Sources } from "../client/third-parties.ts";

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
 * The policy of a page.
 * @param scripts the inline scripts of the page, and no other may run
 * @param opened the sources of the third parties that the person allowed
 */
export function contentSecurityPolicy(scripts: string[], opened: Sources[]): string {
  const script = ["'self'", ...opened.map((need) => need.script), ...scripts.map(hashSource)];
  const frames = opened.flatMap(({ frame }) => frame ?? []);
  return [
    policy,
    ["connect-src 'self'", ...opened.map((need) => need.connect)].join(" "),
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    `script-src ${script.join(" ")}`,
  ].join("; ");
}
