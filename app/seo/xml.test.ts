import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { atomFeed } from "./atom-feed.ts";
import { openSearch } from "./open-search-xml.ts";
import { sitemap, sitemapIndex } from "./sitemap-xml.ts";
import { xmlDocument } from "./xml.ts";

const read = (xml: string) =>
  new XMLParser({ ignoreAttributes: false, parseTagValue: false, trimValues: false }).parse(xml);

test.each(["a & b <c> \"d\" 'e' ]]>", "<!--", "&amp;", "Rosé ✿ عود"])(
  "text and attributes survive a round trip: %s",
  (text) => {
    const xml = xmlDocument({ root: { "@_a": text, b: text } });
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(read(xml).root).toEqual({ "@_a": text, b: text });
  },
);

test("characters that XML forbids are omitted", () => {
  const xml = xmlDocument({ root: { a: "x\u0000\u0008y\ud800z\uffff\n" } });
  expect(read(xml).root.a).toBe("xyz\n");
});

test("a sitemap has the date of a page's last change if it is known", () => {
  const entries = [
    { url: "https://sosia.test/es", changedAt: null },
    { url: "https://sosia.test/es/perfume/a-1?a=1&b=2", changedAt: "2026-01-01T00:00:00.000Z" },
  ];
  expect(read(sitemap(entries)).urlset.url).toEqual([
    { loc: entries[0]!.url },
    { loc: entries[1]!.url, lastmod: entries[1]!.changedAt },
  ]);
  expect(read(sitemapIndex(entries)).sitemapindex.sitemap).toHaveLength(2);
});

test("a feed has its newest entry's date, and an empty feed is valid", () => {
  const entry = (day: string) => ({
    id: `https://sosia.test/es/feed.xml#dupe-${day}`,
    url: `https://sosia.test/es/perfume/a-1#dupe-${day}`,
    title: "A & B",
    publishedAt: `2026-01-${day}`,
    updatedAt: `2026-01-${day}`,
  });
  const feed = {
    language: "es",
    title: "Sosia",
    author: "Sosia",
    page: "https://sosia.test/es",
    self: "https://sosia.test/es/feed.xml",
  };
  const made = read(atomFeed({ ...feed, entries: [entry("03"), entry("07")] })).feed;
  expect([made.updated, made.entry.length, made.entry[0].title]).toEqual([
    "2026-01-07",
    2,
    "A & B",
  ]);
  expect(XMLValidator.validate(atomFeed({ ...feed, entries: [] }))).toBe(true);
});

test("an OpenSearch description keeps the braces of its template", () => {
  const xml = openSearch({
    name: "Sosia",
    description: "x",
    language: "es",
    origin: "https://sosia.test",
    template: "https://sosia.test/es?q={searchTerms}",
  });
  expect(read(xml).OpenSearchDescription.Url["@_template"]).toBe(
    "https://sosia.test/es?q={searchTerms}",
  );
});
