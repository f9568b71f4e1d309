/** Longer ones do not fit into a Location header everywhere. */
const longest = 2000;

/**
 * A path of this site from untrusted text, for redirects: never another host, whatever browsers make of `//` or `\`.
 * @returns path, query and fragment; "/" when the text is not a path of ours
 */
export function ownPath(text: unknown): string {
  const base = "http://own.invalid";
  if (typeof text !== "string" || text.length > longest) return "/";
  if (!text.startsWith("/") || !URL.canParse(text, base)) return "/";
  const url = new URL(text, base);
  const path = url.pathname + url.search + url.hash;
  return url.origin === base && !path.startsWith("//") ? path : "/";
}
