import { createHash } from "node:crypto";
import { sheets } from "../styles/sheets.ts";

/** The source that allows one inline script or style, whatever cache the page comes from (CSP3 §2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Nothing but our own files. Every page allows the styles of all: a hydrated one may come to need them. */
const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // blob: a picture that was chosen and not sent yet.
  "img-src 'self' https: data: blob:",
  "manifest-src 'self'",
  "media-src 'self'",
  `style-src ${sheets.map(hashSource).join(" ")}`,
].join("; ");

/** @returns the content security policy of a page with exactly these inline scripts */
export function contentSecurityPolicy(scripts: string[]): string {
  return `${policy}; script-src ${["'self'", ...scripts.map(hashSource)].join(" ")}`;
}
