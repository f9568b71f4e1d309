import type { Sort } from "#app/domain/prices/arrange.ts";

const arranging = ["sort", "max", "currency"];
const mostRepeated = 40;

export const isArranged = (query: URLSearchParams) => arranging.some((name) => query.has(name));

/** @returns the parameters that sort and filter, for links: "" or "sort=price&" */
export function arrangedBy(query: URLSearchParams): string {
  const own = [...new Set(query.keys())]
    .filter((name) => arranging.includes(name))
    .map((name) => [name, query.get(name)!.slice(0, mostRepeated)]);
  return own.length > 0 ? `${new URLSearchParams(own)}&` : "";
}

export interface PageAddress {
  path: string;
  query: string;
  isPair?: true;
}

/** @param more another parameter or "" @param anchor "#" and an element's id, or "" */
export function withQuery({ path, query: kept }: PageAddress, more: string, anchor = ""): string {
  const query = more ? kept + more : kept.slice(0, -1);
  return path + (query && `?${query}`) + anchor;
}

export const isFiltered = ({ query }: PageAddress) => /\b(?:max|currency)=/u.test(query);

/** The page in another order, with the same filter. */
export function sortedBy({ path, query }: PageAddress, sort: Sort): string {
  const own = new URLSearchParams(query);
  if (sort === "similarity") own.delete("sort");
  else own.set("sort", sort);
  return own.size > 0 ? `${path}?${own}` : path;
}

const panels = ["prices", "reviews"] as const;

/** @param idOf the bottle or dupe of an open panel @returns the parameter that opens it; "" if none is open */
export function openPanel(
  idOf: (panel: (typeof panels)[number]) => number | null | undefined,
): string {
  const panel = panels.find(idOf);
  return panel ? `${panel}=${idOf(panel)}` : "";
}

/** Where a dupe's reviews are: open in its card, or on the pair's page. */
export function reviewsPath(page: PageAddress, dupeId: number, more: Record<string, string> = {}) {
  if (page.isPair) return withQuery(page, String(new URLSearchParams(more)), "#reviews");
  const open = new URLSearchParams({ reviews: String(dupeId), ...more });
  return withQuery(page, String(open), `#dupe-${dupeId}`);
}
