import { xmlDocument } from "./xml.ts";

interface FeedEntry {
  /** outlives a rename */
  id: string;
  url: string;
  title: string;
  publishedAt: string;
  updatedAt: string;
}

/** RFC 4287. @param feed.entries the newest first */
export function atomFeed(feed: {
  language: string;
  title: string;
  author: string;
  /** the page with the same content */
  page: string;
  self: string;
  entries: FeedEntry[];
}): string {
  const { language, title, author, page, self, entries } = feed;
  const updated = entries.map((entry) => entry.updatedAt).reduce(later, "1970-01-01T00:00:00.000Z");
  return xmlDocument({
    feed: {
      "@_xmlns": "http://www.w3.org/2005/Atom",
      "@_xml:lang": language,
      id: self,
      title,
      updated,
      author: { name: author },
      link: [
        { "@_rel": "self", "@_type": "application/atom+xml", "@_href": self },
        { "@_rel": "alternate", "@_type": "text/html", "@_href": page },
      ],
      entry: entries.map((entry) => ({
        id: entry.id,
        title: entry.title,
        link: { "@_rel": "alternate", "@_href": entry.url },
        published: entry.publishedAt,
        updated: entry.updatedAt,
      })),
    },
  });
}

const later = (a: string, b: string) => (a > b ? a : b);
