/**
 * @param path the page's, without a language @param kept what sorts and filters: "" or "sort=price&" @param more a parameter, or ""
 * @returns the address of the same page with these parameters
 */
export function withQuery(path: string, kept: string, more: string): string {
  const query = more ? kept + more : kept.slice(0, -1);
  return query ? `${path}?${query}` : path;
}

/** @returns the parameter that opens a bottle's prices, else a dupe's reviews; "" for neither */
export function openPanel(bottle: number | null | undefined, dupe: number | null | undefined) {
  if (bottle) return `prices=${bottle}`;
  return dupe ? `reviews=${dupe}` : "";
}
