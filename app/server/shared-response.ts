/**
 * Whether a response is the same for every visitor: its handler said so with a `Cache-Control` that begins with "public"
 * (pictures, avatars, files for machines). Middleware then adds no cookie, no `Vary` and no `no-store`.
 */
export function isShared({ headers }: Response): boolean {
  return headers.get("Cache-Control")?.startsWith("public") ?? false;
}
