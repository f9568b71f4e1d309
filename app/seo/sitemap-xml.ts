import { type Xml, xmlDocument } from "./xml.ts";

export interface Entry {
  url: string;
  changedAt: string | null;
}

const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** https://sitemaps.org/protocol.html @param entries at most 50,000 */
export function sitemap(entries: Entry[]): string {
  return xmlDocument({ urlset: { "@_xmlns": namespace, url: entries.map(element) } });
}

export function sitemapIndex(entries: Entry[]): string {
  return xmlDocument({ sitemapindex: { "@_xmlns": namespace, sitemap: entries.map(element) } });
}

function element({ url, changedAt }: Entry): Xml {
  return { loc: url, ...(changedAt && { lastmod: changedAt }) };
}
