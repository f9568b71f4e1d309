/**
 * The one form of a page's path: lower case, no needless percent-encoding (RFC 3986 §6.2.2), no slash twice or at the end.
 * Every other form would be one more address of the same page, for crawlers to index and for caches to keep.
 */
export function canonicalPath(path: string): string {
  return (
    path
      .replace(/%([0-9a-f]{2})/giu, (encoded, hex: string) => {
        const sign = String.fromCharCode(Number.parseInt(hex, 16));
        return /[\w.~-]/u.test(sign) ? sign : encoded;
      })
      .replace(/%..|[A-Z]+/gu, (part) =>
        part.startsWith("%") ? part.toUpperCase() : part.toLowerCase(),
      )
      // Browsers read a backslash as a slash.
      .replace(/[/\\]{2,}/gu, "/")
      .replace(/(?<=.)\/$/u, "")
  );
}
