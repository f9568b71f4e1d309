import { createHash } from "node:crypto";
import { sheets } from "#app/styles/sheets.ts";
import type { Sources } from "./browser/third-parties.ts";

/** Unlike a nonce, a hash stays valid in a cached page (CSP3 §2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Every page allows all style sheets, because client navigation adds them. */
const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // blob: is for the preview of a chosen avatar.
  "img-src 'self' https: data: blob:",
  "manifest-src 'self'",
  "media-src 'self'",
  `style-src ${sheets.map(hashSource).join(" ")}`,
].join("; ");

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
