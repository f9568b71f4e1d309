/** Marks a response as identical for every visitor: middleware then adds no cookie, `Vary` or `no-store`. */
export function isShared({ headers }: Response): boolean {
  return headers.get("Cache-Control")?.startsWith("public") ?? false;
}

/** For a text that other sites' programs look for. */
export const textFile = (lines: string[]) =>
  new Response(lines.map((line) => `${line}\n`).join(""), {
    headers: {
      ...forOtherSites,
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    },
  });

export const forOtherSites = { "Cross-Origin-Resource-Policy": "cross-origin" };

export const asPictureOnly = {
  "Content-Type": "image/webp",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
};
