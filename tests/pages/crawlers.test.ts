import { gunzipSync } from "node:zlib";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { languageCodes } from "#app/i18n/languages.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type TestSite } from "../support/site.ts";

let site: TestSite;
let perfume: string;
let dupe: number;

beforeAll(async () => {
  site = await openSite();
  const id = await addPerfume(site.db, "Viktor&Rolf", "Flowerbomb");
  await addPerfume(site.db, "Dior", "Sauvage");
  dupe = await addDupe(site.db, id, "Zara", "Rose <Bomb> & Co");
  await site.db
    .updateTable("dupes")
    .set({ updated_at: "2026-05-05T00:00:00.000Z" })
    .where("id", "=", dupe)
    .execute();
  perfume = `/perfume/viktor-and-rolf-flowerbomb-${id}`;
});

afterAll(() => site.close());

const read = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "entry" }).parse(xml);
};
const local = (address: string) => {
  expect(address.startsWith(site.origin)).toBe(true);
  return address.slice(site.origin.length);
};

test("robots may read everything, and are told where the sitemap is", async () => {
  const { html } = await site.get("/robots.txt");
  expect(html).not.toMatch(/Disallow: *\S/);
  const [, address] = /^Sitemap: (.+)$/m.exec(html)!;
  expect((await site.get(local(address!))).headers.get("Content-Type")).toMatch(
    /^application\/xml/,
  );
});

test("the sitemap leads to every page in every language, each of which names itself as the one to list", async () => {
  const files = read((await site.get("/sitemap.xml")).html).sitemapindex.sitemap;
  expect(files).toHaveLength(languageCodes.length);
  const pages: { loc: string; lastmod?: string }[] = [];
  for (const { loc, lastmod } of files) {
    expect(lastmod).toBeTruthy();
    pages.push(...read((await site.get(local(loc))).html).urlset.url);
  }
  const addresses = pages.map(({ loc }) => loc);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const code of languageCodes)
    expect(addresses).toEqual(
      expect.arrayContaining(
        ["", perfume, "/about", "/brand/dior"].map((path) => `${site.origin}/${code}${path}`),
      ),
    );
  expect(pages.find(({ loc }) => loc.endsWith(`/it${perfume}`))?.lastmod).toBe(
    "2026-05-05T00:00:00.000Z",
  );
  for (const address of addresses) {
    const page = await site.get(local(address));
    expect([address, page.status]).toEqual([address, 200]);
    expect(page.dom.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(address);
    expect(page.dom.querySelector("meta[name=robots]")).toBeNull();
  }
});

test("a sitemap is compressed for whom takes that, and known again", async () => {
  const { headers, body } = await site.bytes("/sitemap-de-1.xml", { "Accept-Encoding": "gzip" });
  expect(headers.get("Content-Encoding")).toBe("gzip");
  expect(gunzipSync(body).toString()).toContain(`/de${perfume}`);
  const again = await site.get("/sitemap-de-1.xml", { "If-None-Match": headers.get("ETag")! });
  expect([again.status, again.html]).toEqual([304, ""]);
});

test.each([
  "/sitemap-de-2.xml",
  "/sitemap-de-0.xml",
  "/sitemap-xx-1.xml",
  "/other.xml",
  "/xx/feed.xml",
  "/og/999.png",
  "/og/0.png",
  "/og/x.png",
  "/a-key-of-indexnow.txt",
])("%s is not there", async (path) => {
  expect((await site.get(path)).status).toBe(404);
});

test("the feed of a language tells of new dupes, names as they are", async () => {
  const { feed } = read((await site.get("/en/feed.xml")).html);
  expect(feed.entry).toHaveLength(1);
  expect(feed.entry[0].title).toBe(
    "Rose <Bomb> & Co by Zara, an alternative to Flowerbomb by Viktor&Rolf",
  );
  expect(feed.entry[0].link["@_href"]).toBe(`${site.origin}/en${perfume}#dupe-${dupe}`);
  expect((await site.get(`/en${perfume}`)).dom.querySelector(`#dupe-${dupe}`)).not.toBeNull();
});

test("the search description leads to a search in its language", async () => {
  const { OpenSearchDescription: description } = read((await site.get("/it/opensearch.xml")).html);
  const template: string = description.Url["@_template"];
  const page = await site.get(local(template.replace("{searchTerms}", "flowerbomb")));
  expect(page.html).toContain(`/it${perfume}`);
});

test("a picture is known again without being drawn, and changes its address with the page", async () => {
  const address = () =>
    site
      .get(`/es${perfume}`)
      .then(({ dom }) => dom.querySelector("meta[property='og:image']")!.getAttribute("content")!);
  const before = local(await address());
  const { headers } = await site.bytes(before, {});
  expect((await site.get(before, { "If-None-Match": headers.get("ETag")! })).status).toBe(304);
  await addDupe(site.db, Number(/\d+$/.exec(perfume)![0]), "Lattafa", "Another");
  site.services.pages.drop(perfume);
  expect(local(await address())).not.toBe(before);
  expect((await site.get(before)).headers.get("Cache-Control")).not.toContain("immutable");
});

test("a perfume that was taken out is gone for good, one that never was is not there", async () => {
  const id = await addPerfume(site.db, "Creed", "Aventus");
  const path = `/es/perfume/creed-aventus-${id}`;
  expect((await site.get(path)).status).toBe(200);
  await site.db.deleteFrom("perfumes").where("id", "=", id).execute();
  site.services.pages.drop(path);
  const gone = await site.get(path);
  expect(gone.status).toBe(410);
  expect(gone.dom.querySelector("h1")?.text).toBe("Perfume no encontrado");
  expect((await site.get(`/es/perfume/creed-aventus-${id + 1}`)).status).toBe(404);
});
