import { createHash } from "node:crypto";

/** @returns the source that allows one inline script or style, whatever cache the page comes from (CSP3 §2.3.1). */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * The content security policy of one page: nothing but our own files and exactly these inline texts.
 * @param inline the page's inline scripts, and the styles of every page (a hydrated one may come to need them)
 */
export function contentSecurityPolicy(inline: { scripts: string[]; styles: string[] }): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' https: data:",
    "manifest-src 'self'",
    "media-src 'self'",
    `script-src ${["'self'", ...inline.scripts.map(hashSource)].join(" ")}`,
    `style-src ${inline.styles.map(hashSource).join(" ")}`,
  ].join("; ");
}
