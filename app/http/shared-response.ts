/**
 * Whether a response is the same for every visitor: its handler said so with a `Cache-Control` that begins with "public"
 * (pictures, avatars, files for machines). Middleware then adds no cookie, no `Vary` and no `no-store`.
 */
export function isShared({ headers }: Response): boolean {
  return headers.get("Cache-Control")?.startsWith("public") ?? false;
}

/** What other sites may embed or read: pictures of links, feeds, files for machines (RULES.md 11.6). */
export const forOtherSites = { "Cross-Origin-Resource-Policy": "cross-origin" };
