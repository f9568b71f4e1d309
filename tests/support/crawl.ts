import type { Site } from "./site.ts";

export interface Crawled {
  /** links from the start to here, by the shortest way */
  depth: number;
  status: number;
  /** the indexable pages that link here, itself left out */
  from: Set<string>;
  /** for search engines: no error, not `noindex` */
  indexable: boolean;
  ids: Set<string>;
}

export interface Crawl {
  /** by address without its fragment */
  pages: Map<string, Crawled>;
  /** what `<a href>` says in the pages, languages' links left out */
  links: Set<string>;
}

/**
 * Follows the plain links of indexable pages, breadth first, without running anything.
 * @param follows whether an address is opened, or only noted with its depth
 */
export async function crawl(
  site: Site,
  start: string,
  follows: (address: string) => boolean = () => true,
): Promise<Crawl> {
  const found = (depth: number): Crawled => ({
    depth,
    status: 0,
    from: new Set(),
    indexable: false,
    ids: new Set(),
  });
  const pages = new Map([[start, found(0)]]);
  const links = new Set<string>();
  // A Map goes on to what is added while it is read.
  for (const [address, page] of pages) {
    if (!follows(address)) continue;
    const { status, dom } = await site.get(address);
    page.status = status;
    page.ids = new Set(dom.querySelectorAll("[id]").map((element) => element.id));
    page.indexable = status === 200 && !dom.querySelector("meta[name=robots]");
    if (!page.indexable) continue;
    for (const link of dom.querySelectorAll("a[href]:not([hreflang])")) {
      const href = link.getAttribute("href")!.replaceAll("&amp;", "&");
      links.add(href);
      if (!href.startsWith("/")) continue;
      const to = href.replace(/#.*/u, "");
      if (!pages.has(to)) pages.set(to, found(page.depth + 1));
      if (to !== address) pages.get(to)!.from.add(address);
    }
  }
  return { pages, links };
}
