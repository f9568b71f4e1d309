import { type Xml, xmlDocument } from "./xml.ts";

/** A page for crawlers. */
export interface Entry {
  /** the page's whole address, or the file's */
  url: string;
  /** when what it shows last changed, if that is known */
  changedAt: string | null;
}

const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** A sitemap of pages (sitemaps.org/protocol.html): at most 50,000 of them. */
export function sitemap(entries: Entry[]): string {
  return xmlDocument({ urlset: { "@_xmlns": namespace, url: entries.map(element) } });
}

/** A sitemap of sitemaps. */
export function sitemapIndex(entries: Entry[]): string {
  return xmlDocument({ sitemapindex: { "@_xmlns": namespace, sitemap: entries.map(element) } });
}

function element({ url, changedAt }: Entry): Xml {
  return { loc: url, ...(changedAt && { lastmod: changedAt }) };
}
