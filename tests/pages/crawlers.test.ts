import { gunzipSync } from "node:zlib";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDupe, addPerfume, pairOf } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { languageCodes } from "#app/i18n/languages.ts";

const site = await openSite();
afterAll(() => site.close());

let perfume: string;
let dupe: number;
let emptyFeed: string;

beforeAll(async () => {
  emptyFeed = (await site.get("/pt/feed.xml")).html;
  const id = await addPerfume(site.db, "Viktor&Rolf", "Flowerbomb");
  const sauvage = await addPerfume(site.db, "Dior", "Sauvage");
  await addDupe(site.db, sauvage, "Zara", "Older");
  await site.db.updateTable("dupes").set({ created_at: "2025-01-01T00:00:00.000Z" }).execute();
  dupe = await addDupe(site.db, id, "Zara", "Rose <Bomb> & Co");
  await site.db
    .updateTable("dupes")
    .set({ updated_at: "2026-05-05T00:00:00.000Z" })
    .where("id", "=", dupe)
    .execute();
  perfume = `/perfume/viktor-and-rolf-flowerbomb-${id}`;
});

const read = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "entry" }).parse(xml);
};
const local = (address: string) => {
  expect(address.startsWith(site.origin)).toBe(true);
  return address.slice(site.origin.length);
};

test("robots.txt forbids nothing and links the sitemap", async () => {
  const { html } = await site.get("/robots.txt");
  expect(html).not.toMatch(/Disallow: *\S/);
  const [, address] = /^Sitemap: (.+)$/m.exec(html)!;
  expect((await site.get(local(address!))).headers.get("Content-Type")).toMatch(
    /^application\/xml/,
  );
});

test("the sitemaps say when each file and page changed", async () => {
  const files = read((await site.get("/sitemap.xml")).html).sitemapindex.sitemap;
  expect(files).toHaveLength(languageCodes.length);
  for (const { loc, lastmod } of files) {
    const pages: { loc: string; lastmod?: string }[] = read((await site.get(local(loc))).html)
      .urlset.url;
    const changed = pages.find((page) => page.loc.endsWith(perfume))?.lastmod;
    expect([Boolean(lastmod), changed]).toEqual([true, "2026-05-05T00:00:00.000Z"]);
  }
});

test("a sitemap is sent compressed, and a client that already has it gets 304", async () => {
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
])("%s is 404", async (path) => {
  expect((await site.get(path)).status).toBe(404);
});

test("a language's feed lists new dupes, with names unchanged, and has its newest entry's date", async () => {
  const { feed } = read((await site.get("/en/feed.xml")).html);
  expect(feed.entry).toHaveLength(2);
  expect(feed.entry[0].title).toBe(
    "Rose <Bomb> & Co by Zara, an alternative to Flowerbomb by Viktor&Rolf",
  );
  expect(feed.entry[0].link["@_href"]).toBe(`${site.origin}/en${await pairOf(site.db, dupe)}`);
  expect(feed.entry[0].id).toBe(`${site.origin}/en/feed.xml#dupe-${dupe}`);
  expect(feed.updated).toBe(feed.entry[0].published);
  expect(feed.entry[1].published < feed.updated).toBe(true);
  // An Atom feed has a date even without entries (RFC 4287).
  expect(read(emptyFeed).feed.updated).toMatch(/^\d{4}-/u);
});

test.each(["/feed.xml", "/opensearch.xml"])(
  "%s is the file in the reader's language, whatever type is asked for, and no shared cache keeps it",
  async (path) => {
    const whole = await site.get(`/fr${path}`);
    for (const Accept of ["text/html,*/*;q=0.8", "application/atom+xml", "*/*", ""]) {
      const file = await site.get(path, { Accept, "Accept-Language": "fr" });
      expect([Accept, file.status, file.html]).toEqual([Accept, 200, whole.html]);
      expect(file.headers.get("Vary")).toMatch(/Accept-Language/u);
      expect(file.headers.get("Cache-Control")).toBe("private, no-cache");
    }
    expect(whole.headers.get("Cache-Control")).toMatch(/^public, max-age=(?:5\d\d|60[01])$/u);
    expect((await site.get(path)).html).toBe((await site.get(`/es${path}`)).html);
  },
);

const files =
  "/sitemap.xml /robots.txt /es/feed.xml /es/opensearch.xml /og/sosia.png /shelf.csv /es/shelf.csv /healthz /api/perfumes?q=sauvage /api/v1/openapi.json /other.xml /xx/feed.xml /og/999.png /data/none.csv /.well-known/security.txt";

test.each(files.split(" "))("%s has one status for every type that is asked for", async (path) => {
  const asked = ["text/html,*/*;q=0.8", "application/xml", "*/*", ""];
  const answers = await Promise.all(asked.map((Accept) => site.get(path, { Accept })));
  expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
});

test("the search description leads to a search in its language", async () => {
  const { OpenSearchDescription: description } = read((await site.get("/it/opensearch.xml")).html);
  const template: string = description.Url["@_template"];
  const page = await site.get(local(template.replace("{searchTerms}", "flowerbomb")));
  expect(page.html).toContain(`/it${perfume}`);
});

test("a client that already has a picture gets 304, and the picture's address changes with the page", async () => {
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
  expect((await site.get(before)).headers.get("Cache-Control")).toBe("public, max-age=3600");
});

test("a feed has the 50 newest dupes (RULES.md 11.13)", async () => {
  const id = await addPerfume(site.db, "Creed", "Aventus");
  for (let n = 0; n < 51; n++) await addDupe(site.db, id, "Zara", `No ${n}`);
  const { feed } = read((await site.get("/it/feed.xml")).html);
  expect(feed.entry).toHaveLength(50);
  expect(feed.entry[0].title).toContain("No 50");
});
