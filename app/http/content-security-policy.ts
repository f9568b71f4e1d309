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
  "manifest-src 'self'",
  "media-src 'self'",
  `style-src ${sheets.map(hashSource).join(" ")}`,
].join("; ");

/**
 * Without Trusted Types: a page's sleeping scripts get their text when it hydrates, and allowing that would need a policy in
 * every page.
 * @param photos whether photos may be at other sites' addresses
 */
export function contentSecurityPolicy(
  scripts: string[],
  opened: Sources[],
  photos: boolean,
): string {
  // blob: is for the preview of a chosen avatar.
  const images = ["img-src 'self' blob:", ...opened.map((need) => need.image)];
  if (photos && !images.some((image) => image.startsWith("https: "))) images.push("https:");
  const script = ["'self'", ...opened.map((need) => need.script), ...scripts.map(hashSource)];
  const frames = opened.flatMap(({ frame }) => frame ?? []);
  return [
    policy,
    images.join(" "),
    ["connect-src 'self'", ...opened.map((need) => need.connect)].join(" "),
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    `script-src ${script.join(" ")}`,
  ].join("; ");
}
