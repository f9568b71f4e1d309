import { afterAll, beforeAll, expect, test } from "vitest";
import { maxBrandsOnOnePage, perfumesPerPage } from "#app/domain/catalog/brands.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { crawl, depthsFrom } from "../support/crawl.ts";
import { openSite, type Page } from "../support/site.ts";
import { texts } from "../support/structured-data.ts";

const site = await openSite();
afterAll(() => site.close());

let aventus: number;

beforeAll(async () => {
  aventus = await addPerfume(site.db, "Creed", "Aventus", { popularidad: 9 });
  await addPerfume(site.db, "Creed", "Viking", { popularidad: 7 });
  await addPerfume(site.db, "Creed", "Himalaya", { popularidad: 5 });
  await addPerfume(site.db, "Cacharel", "Noa");
  await addPerfume(site.db, "Ñandú", "Uno");
  await addPerfume(site.db, "Nz", "Dos");
  await addPerfume(site.db, "4711", "Kölnisch Wasser");
  await addPerfume(site.db, "香水", "Oud");
  await addPerfume(site.db, "Zara", "Solo");
  for (let n = 1; n <= perfumesPerPage + 2; n++)
    await addPerfume(site.db, "Jo Malone", `Cologne ${n}`);
});

const attribute = ({ dom }: Page, selector: string, name: string) =>
  dom.querySelector(selector)?.getAttribute(name);

test("brands are grouped by letter in the language's collation order, with perfume counts", async () => {
  const page = await site.get("/es/brands");
  expect(texts(page, ".numbers a")).toEqual(["C", "J", "N", "Z", "#"]);
  expect(attribute(page, ".numbers a", "href")).toBe("/es/brands#c");
  expect(texts(page, "#c li")).toEqual(["Cacharel 1", "Creed 3"]);
  expect(texts(page, "#n a")).toEqual(["Nz", "Ñandú"]);
  expect(texts(await site.get("/en/brands"), "#n a")).toEqual(["Ñandú", "Nz"]);
  expect(texts(page, "#j li")).toEqual([`Jo Malone ${perfumesPerPage + 2}`]);
  const rest = page.dom.getElementById("0-9")!.querySelectorAll("a");
  expect(rest.map((link) => [link.text, link.getAttribute("href")])).toEqual([
    ["4711", "/es/brand/4711"],
    ["Otras marcas", "/es/brand/-"],
  ]);
  const brands = page.dom.querySelectorAll(".brands a");
  expect(brands).toHaveLength(8);
  for (const link of brands) expect((await site.get(link.getAttribute("href")!)).status).toBe(200);
});

test("a brand's page lists its perfumes by popularity, without the brand on each card and without scripts", async () => {
  const page = await site.get("/en/brand/creed");
  expect(texts(page, ".grid h3")).toEqual(["Aventus", "Viking", "Himalaya"]);
  expect(texts(page, ".grid .brand")).toEqual([]);
  expect(attribute(page, ".grid a", "href")).toBe(`/en/perfume/creed-aventus-${aventus}`);
  expect(texts(page, "h1")).toEqual(["Perfumes by Creed"]);
  expect(attribute(page, "meta[name=description]", "content")).toMatch(/^3 perfumes by Creed/);
  expect(page.dom.querySelectorAll("script:not([type=speculationrules])")).toHaveLength(0);
  expect(page.headers.get("Cache-Control")).toBe("public, max-age=0, s-maxage=60");
});

test("further pages have their own addresses, titles and canonical links, and are indexable", async () => {
  const path = "/fr/brand/jo-malone";
  for (let round = 0; round < 2; round++) {
    const [first, second] = [await site.get(path), await site.get(`${path}?page=2`)];
    expect(texts(first, ".grid h3")).toHaveLength(perfumesPerPage);
    expect(texts(second, ".grid h3")).toEqual([
      `Cologne ${perfumesPerPage + 1}`,
      `Cologne ${perfumesPerPage + 2}`,
    ]);
    expect(attribute(first, "link[rel=canonical]", "href")).toBe(site.origin + path);
    expect(attribute(second, "link[rel=canonical]", "href")).toBe(`${site.origin}${path}?page=2`);
    expect(attribute(second, "link[hreflang=de]", "href")).toBe(
      `${site.origin}/de/brand/jo-malone?page=2`,
    );
    expect(second.dom.querySelector("meta[name=robots]")).toBeNull();
    expect(texts(second, "title")[0]).toContain("page 2");
    for (const page of [first, second])
      expect(
        page.dom.querySelectorAll(".numbers a").map((link) => link.getAttribute("href")),
      ).toEqual([path, `${path}?page=2`]);
    expect(attribute(second, "[aria-current=page]", "href")).toBe(`${path}?page=2`);
  }
});

test("a letter's address redirects to its anchor on the single page of brands", async () => {
  const page = await site.get("/es/brands/c");
  expect([page.status, page.headers.get("Location")]).toEqual([302, "/es/brands#c"]);
});

test.each([
  "/es/brand/nobody",
  "/es/brand",
  "/es/brand/jo-malone?page=3",
  "/es/brand/jo-malone?page=0",
  "/es/brand/jo-malone?page=02",
  "/es/brand/jo-malone?page=",
  "/es/brand/jo-malone?page=x",
  "/es/brands/q",
  "/es/brands/nobody",
  "/es/brand/%E9%E9",
  "/es/brand/%",
  "/es/brand/%E6%B0%B4",
])("%s is 404", async (path) => {
  expect((await site.get(path)).status).toBe(404);
});

test("a query other than a page number makes a brand's page noindex", async () => {
  const page = await site.get("/es/brand/jo-malone?page=2&q=x");
  expect([page.status, attribute(page, "meta[name=robots]", "content")]).toEqual([200, "noindex"]);
});

test("on the page of a house of look-alikes each names its originals, or that none is known", async () => {
  const angels = await addPerfume(site.db, "Kilian", "Angels' Share");
  await addDupe(site.db, angels, "Lattafa", "Khamrah", { estimacion: 75 });
  await addPerfume(site.db, "Lattafa", "Opulent");
  const cards = texts(await site.get("/es/brand/lattafa"), ".pick .text");
  expect(cards.map((card) => card.replace(/\s+/gu, " "))).toEqual([
    expect.stringMatching(/Khamrah ?Dupe de Angels' Share$/u),
    expect.stringMatching(/Opulent ?Original desconocido$/u),
  ]);
});

test("a brand's look-alikes and originals can be shown alone, on pages that are not indexed", async () => {
  const { db } = site;
  const own = await addPerfume(db, "Mancera", "Cedrat Boise", { popularidad: 8 });
  await addDupe(db, own, "Fragrance World", "Cedrat");
  await addDupe(db, aventus, "Mancera", "Cedrat Boise");
  await addDupe(db, aventus, "Mancera", "Hindu Kush");
  await addPerfume(db, "Mancera", "Roses");
  const path = "/en/brand/mancera";
  const plain = await site.get(path);
  const links = plain.dom.querySelectorAll("nav .numbers a");
  expect(links.map((link) => [link.text, link.getAttribute("href")])).toEqual([
    ["All (3)", path],
    ["Dupes (2)", `${path}?show=dupes`],
    ["Originals (1)", `${path}?show=originals`],
  ]);
  const dupes = await site.get(`${path}?show=dupes`);
  expect(texts(dupes, ".grid h3")).toEqual(["Cedrat Boise", "Hindu Kush"]);
  expect(texts(dupes, ".grid .small")).toEqual([
    "Dupe for Aventus",
    "1 alternative",
    "Dupe for Aventus",
  ]);
  expect(texts(dupes, "[aria-current=page]")).toEqual(["Dupes (2)"]);
  expect(texts(await site.get(`${path}?show=originals`), ".grid h3")).toEqual(["Cedrat Boise"]);
  expect(attribute(dupes, "meta[name=robots]", "content")).toBe("noindex");
  expect(attribute(dupes, "link[rel=canonical]", "href")).toBe(site.origin + path);
  expect(attribute(plain, "meta[name=robots]", "content")).toBeUndefined();
  expect((await site.get(`${path}?show=dupes&page=2`)).status).toBe(404);
  expect(texts(await site.get(`${path}?show=all`), ".grid h3")).toHaveLength(3);
  expect(texts(await site.get("/en/brand/cacharel"), "nav .numbers a")).toEqual([]);
});

test.each([
  ["/es/brand/lanc%C3%B4me", "/es/brand/lancome"],
  ["/es/brand/lanc%F4me", "/es/brand/lancome"],
  ["/es/brand/lanc%25F4me", "/es/brand/lancome"],
  ["/es/brand/LANC%d4ME", "/es/brand/lancome"],
  ["/brand/Lanc%F4me?show=dupes", "/brand/lancome?show=dupes"],
  ["/es/brand/jo%20malone?page=2", "/es/brand/jo-malone?page=2"],
  ["/es/brand/%D1and%FA", "/es/brand/nandu"],
])("a brand's name typed as its address leads to the brand: %s", async (path, to) => {
  await addPerfume(site.db, "Lancôme", `Trésor ${path}`);
  const page = await site.get(path);
  expect([page.status, page.headers.get("Location")]).toEqual([301, to]);
});

test("a perfume's page links its brand, the other originals of its dupes, and the next perfume", async () => {
  const cool = await addPerfume(site.db, "Davidoff", "Cool Water");
  const irish = await addPerfume(site.db, "Creed", "Irish Tweed", { popularidad: 3 });
  await addDupe(site.db, aventus, "Armaf", "Club de Nuit");
  await addDupe(site.db, cool, "ARMAF", "Club de nuit");
  await addDupe(site.db, irish, "davidoff", "cool water");
  const page = await site.get(`/es/perfume/creed-aventus-${aventus}`);
  expect(attribute(page, ".head .facts a", "href")).toBe("/es/brand/creed");
  expect(texts(page, ".related dt")).toEqual(["Club de Nuit Armaf"]);
  expect(texts(page, ".related dd")).toEqual(["Cool Water Davidoff"]);
  expect(texts(page, ".related li")).toEqual(["Viking", "Himalaya", "Irish Tweed"]);
  expect(texts(page, ".related > p")).toEqual(["Siguiente Himalaya Creed"]);
  const dupe = await site.get(`/es/perfume/davidoff-cool-water-${cool}`);
  expect(texts(dupe, ".related dt")).toEqual(["Club de Nuit Armaf"]);
  expect(texts(dupe, ".related dd")).toEqual(["Aventus Creed"]);
  expect(texts(dupe, "section[aria-labelledby=originals-title] h3")).toEqual(["Irish Tweed"]);
});

test("with over 600 brands each letter has a page, and every perfume is within four links of home", async () => {
  for (let n = 0; n <= maxBrandsOnOnePage; n++)
    await addPerfume(site.db, `${String.fromCharCode(65 + (n % 26))}-Brand ${n}`, `Scent ${n}`);
  site.services.pages.drop("/brands");
  const brands = await site.get("/es/brands");
  expect(texts(brands, ".brands a")).toEqual(["Jo Malone"]);
  expect(attribute(brands, ".numbers a", "href")).toBe("/es/brands/a");
  const letter = await site.get("/es/brands/c");
  expect(texts(letter, ".brands a").slice(-2)).toEqual(["Cacharel", "Creed"]);
  expect(attribute(letter, "link[rel=canonical]", "href")).toBe(`${site.origin}/es/brands/c`);
  expect(attribute(letter, "[aria-current=page]", "href")).toBe("/es/brands/c");
  expect((await site.get("/es/brands/0-9")).status).toBe(200);

  const pages = await crawl(site, "/es", (path) => path.startsWith("/es/brand"));
  const { length } = await site.db.selectFrom("perfumes").select("id").execute();
  const perfumes = [...depthsFrom(pages, "/es")].filter(([to]) =>
    /^\/es\/perfume\/[^?]+$/u.test(to),
  );
  expect(perfumes).toHaveLength(length);
  expect(Math.max(...perfumes.map(([, depth]) => depth))).toBe(4);
});
