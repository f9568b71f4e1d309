import { afterAll, beforeAll, expect, test } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type Page } from "../support/site.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { findByName } from "#app/domain/catalog/bottles.ts";

const site = await openSite();
afterAll(() => site.close());

let perfume: string;
let other: string;
let lookAlike: string;

beforeAll(async () => {
  const id = await addPerfume(site.db, "Creed", "Aventus");
  const lonely = await addPerfume(site.db, "Dior", "Sauvage");
  await addDupe(site.db, id, "Armaf", "Club de Nuit Intense Man", { likes: 3 });
  const bottle = await findByName(site.db, { marca: "Armaf", nombre: "Club de Nuit Intense Man" });
  lookAlike = `/perfume/armaf-club-de-nuit-intense-man-${bottle!.id}`;
  perfume = `/perfume/creed-aventus-${id}`;
  other = `/perfume/dior-sauvage-${lonely}`;
});

const content = ({ dom }: Page, name: string) =>
  dom
    .querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)
    .map((meta) => meta.getAttribute("content"));

const href = ({ dom }: Page, rel: string) =>
  dom.querySelector(`link[rel=${rel}]`)?.getAttribute("href");

test("search engines see savings of at most 90 % where there are dupes, and a similarity only if it is known", async () => {
  for (const code of languageCodes) {
    for (const path of ["", perfume])
      expect(content(await site.get(`/${code}${path}`), "description")[0]).toMatch(/90\s?%/);
    expect(content(await site.get(`/${code}${perfume}`), "description")[0]).toMatch(/80\s?%/);
    // A bottle without a dupe promises no saving.
    for (const path of [other, lookAlike])
      expect(content(await site.get(`/${code}${path}`), "description")[0]).not.toMatch(/\d\s?%/);
  }
});

test("a shared link shows the page's title, text, language and picture", async () => {
  const page = await site.get(`/de${perfume}`);
  const one = (name: string) => content(page, name).join("|");
  expect(one("og:title")).toBe("Aventus Dupe (Creed): 1 Duftzwilling");
  expect(one("og:description")).toBe(one("description"));
  expect(one("og:url")).toBe(`${site.origin}/de${perfume}`);
  expect(one("og:url")).toBe(href(page, "canonical"));
  expect([one("og:type"), one("og:site_name")]).toEqual(["product", "Sosia"]);
  expect(one("og:locale")).toBe("de_DE");
  expect([one("og:image:width"), one("og:image:height")]).toEqual(["1200", "630"]);
  expect(one("og:image:alt")).toContain("Aventus");
  expect(one("twitter:card")).toBe("summary_large_image");
});

test("a page's preview picture is a PNG of 1200 × 630, cacheable for a year", async () => {
  for (const path of ["", perfume, "/about"]) {
    const address = content(await site.get(`/en${path}`), "og:image")[0]!;
    expect(address.startsWith(site.origin)).toBe(true);
    const { headers, body } = await site.bytes(address.slice(site.origin.length), {});
    expect(headers.get("Content-Type")).toBe("image/png");
    expect(headers.get("Cache-Control")).toContain("immutable");
    expect(headers.get("Vary")).toBeNull();
    expect(body.length).toBeLessThanOrEqual(150_000);
    // A PNG begins with its width and height (PNG 3, §11.2.1).
    expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

test.each([
  "/auth",
  "?q=creed",
  "?suggest=perfume",
  "/perfume/creed-aventus-1?reviews=1",
  "/nowhere",
  "/blind",
  "/blind/bcdfgh",
])("%s is noindex and has no preview picture", async (path) => {
  const page = await site.get(`/es${path}`);
  expect(content(page, "robots")).toEqual(["noindex"]);
  expect(content(page, "og:image")).toEqual([]);
  expect(page.dom.querySelectorAll("link[rel=alternate][hreflang]")).toEqual([]);
});

test("data requests are noindex, too", async () => {
  for (const path of ["/es.data", `/es${perfume}.data`, "/api/perfumes?q=creed"])
    expect((await site.get(path)).headers.get("X-Robots-Tag")).toBe("noindex");
  const page = await site.get("/es");
  expect([page.status, page.headers.get("X-Robots-Tag")]).toEqual([200, null]);
});

test("home links its feed and its search description, which exist", async () => {
  const page = await site.get("/fr");
  const feed = page.dom.querySelector("link[type='application/atom+xml']")!.getAttribute("href")!;
  for (const [path, type] of [
    [feed, "application/atom+xml"],
    [href(page, "search")!, "application/opensearchdescription+xml"],
  ] as const)
    expect((await site.get(path)).headers.get("Content-Type")).toContain(type);
});
