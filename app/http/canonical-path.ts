/** @returns the one form of a path (RULES.md 2.3), so that a page has no other addresses for crawlers and caches */
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
