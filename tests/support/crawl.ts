import { readPage, type ReadPage } from "./read-page.ts";
import type { TestSite } from "./site.ts";

export type Crawl = Map<string, ReadPage>;

/** A crawler sends no cookies, and not even a user agent. */
export async function open(site: TestSite, address: string): Promise<ReadPage> {
  const { status, html } = await site.get(address, { "User-Agent": "" });
  return readPage(status, html);
}

/**
 * Opens a page and everything that plain links lead to inside the site, including other languages, without running
 * scripts.
 * @param follows whether a linked address is opened
 */
export async function crawl(
  site: TestSite,
  start: string,
  follows: (address: string) => boolean = () => true,
): Promise<Crawl> {
  const pages: Crawl = new Map();
  // Iterating a Set includes items added meanwhile.
  const addresses = new Set([start]);
  for (const address of addresses) {
    const page = await open(site, address);
    pages.set(address, page);
    for (const to of [...page.links, ...page.languageLinks])
      if (to.startsWith("/") && follows(to)) addresses.add(addressOf(to));
  }
  return pages;
}

/** Every address that indexable pages link to in their own language, opened or not, with its distance in links from `start`. */
export function depthsFrom(pages: Crawl, start: string): Map<string, number> {
  const depths = new Map([[start, 0]]);
  for (const [address, depth] of depths)
    for (const to of linked(pages.get(address))) if (!depths.has(to)) depths.set(to, depth + 1);
  return depths;
}

/** The indexable pages that link to each address, except itself. */
export function linkingTo(pages: Crawl): Map<string, Set<string>> {
  const from = new Map<string, Set<string>>();
  for (const [address, page] of pages)
    for (const to of linked(page))
      if (to !== address) from.set(to, (from.get(to) ?? new Set()).add(address));
  return from;
}

function linked(page: ReadPage | undefined): string[] {
  return page?.indexable ? page.links.filter((link) => link.startsWith("/")).map(addressOf) : [];
}

function addressOf(link: string): string {
  return link.replace(/#.*/u, "");
}
