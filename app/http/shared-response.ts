/** Whether a response is the same for every visitor, by its `Cache-Control`: middleware then adds no cookie, no `Vary` and no `no-store`. */
export function isShared({ headers }: Response): boolean {
  return headers.get("Cache-Control")?.startsWith("public") ?? false;
}

/** For what other sites may embed or read (RULES.md 11.6). */
export const forOtherSites = { "Cross-Origin-Resource-Policy": "cross-origin" };

/** For an uploaded file: browsers treat it as a picture and nothing else, and other sites cannot embed it. */
export const asPictureOnly = {
  "Content-Type": "image/webp",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
};
