/** Marks a response as identical for every visitor: middleware then adds no cookie, `Vary` or `no-store`. */
export function isShared({ headers }: Response): boolean {
  return headers.get("Cache-Control")?.startsWith("public") ?? false;
}

export const forOtherSites = { "Cross-Origin-Resource-Policy": "cross-origin" };

export const asPictureOnly = {
  "Content-Type": "image/webp",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
};
