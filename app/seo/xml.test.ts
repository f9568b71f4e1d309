import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
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
