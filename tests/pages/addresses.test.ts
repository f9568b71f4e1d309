import { afterAll, beforeAll, expect, test } from "vitest";
import { perfumesPerPage } from "#app/domain/catalog/brands.ts";
import { addPerfume } from "../support/database.ts";
import { crawl } from "../support/crawl.ts";
import { openSite } from "../support/site.ts";

const site = await openSite();
afterAll(() => site.close());

let aventus: string;

beforeAll(async () => {
  aventus = `/perfume/creed-aventus-${await addPerfume(site.db, "Creed", "Aventus")}`;
  await addPerfume(site.db, "香水", "Oud");
  for (let n = 0; n <= perfumesPerPage; n++) await addPerfume(site.db, "Jo Malone", `Cologne ${n}`);
});

const id = () => /\d+$/u.exec(aventus)![0];

test.each([
  ["/ES/About?x=1", () => "/es/about?x=1"],
  ["/es/", () => "/es"],
  ["/es//about///?x=Y", () => "/es/about?x=Y"],
  ["/About/", () => "/about"],
  ["/%65s/about", () => "/es/about"],
  ["/de/Brand//Creed/?utm_source=x", () => "/de/brand/creed?utm_source=x"],
  ["/de/brand/Jo-Malone/?page=1", () => "/de/brand/jo-malone"],
  ["/brand/Jo-Malone?page=2", () => "/brand/jo-malone?page=2"],
  ["/fr/Brands/", () => "/fr/brands"],
  ["/fr/Perfume/Creed-Aventus-#/?reviews=1", () => `/fr${aventus}?reviews=1`],
  ["/fr/Perfume/An-Old-Name-#/?reviews=1&utm=Ñ", () => `/fr${aventus}?reviews=1&utm=%C3%91`],
  ["//perfume/an-old-name-#", () => aventus],
  ["/it/perfume/#?q=x", () => `/it${aventus}?q=x`],
  ["/es/perfume/creed-aventus-#&fbclid=1", () => `/es${aventus}?fbclid=1`],
  ["/es/perfume/creed-aventus-#&amp;reviews=1", () => `/es${aventus}?reviews=1`],
  [
    "/es/perfume/creed-aventus-#%3Freviews%3D1%26utm=2?x=3",
    () => `/es${aventus}?reviews=1&utm=2&x=3`,
  ],
  ["/es/perfume/creed-aventus-#;jsessionid=1.node2", () => `/es${aventus}?jsessionid=1.node2`],
  ["/es/perfume/creed-aventus-#%20(2)", () => `/es${aventus}`],
  ["/es/perfume/creed-aventus-#/.", () => `/es${aventus}`],
  ["/es/perfume/creed%20aventus%20#", () => `/es${aventus}`],
  ["/es/perfume/cr%25C3%25A99ed-aventus-#", () => `/es${aventus}`],
  ["/es/brand/Jo%252520M%2525C3%2525A1lone", () => "/es/brand/jo-malone"],
  ["/es/brand/Jo%20Mal%F3ne%20", () => "/es/brand/jo-malone"],
  ["/es/about_", () => "/es/about"],
  ...[
    ".",
    ")",
    "%29.",
    "…",
    ",",
    "»",
    "%22",
    "'",
    "”",
    "%20",
    "-",
    "-).",
    "%3E",
    "!**",
    ";",
    "%22%3Ehere%3C/a%3E",
    "</a>",
    "](https://sosia.test/es/perfume/creed-aventus-1)",
  ].map((tail): [string, () => string] => [
    `/es/perfume/creed-aventus-#${tail}`,
    () => `/es${aventus}`,
  ]),
  ["/es/perfume/creed-aventus-#?reviews=1).", () => `/es${aventus}?reviews=1`],
  ["/de/brand/jo-malone&utm_source=x", () => "/de/brand/jo-malone?utm_source=x"],
  ["/de/brand/Jo+Malone", () => "/de/brand/jo-malone"],
  ["/de/brand/jo-malone?page=2%29", () => "/de/brand/jo-malone?page=2"],
  ["/es/)", () => "/es"],
  ["/es/about&utm_source=x", () => "/es/about?utm_source=x"],
  ["/api/v1/perfumes/#,", () => `/api/v1/perfumes/${id()}`],
  ["/api/v1/perfumes/#&fields=1", () => `/api/v1/perfumes/${id()}?fields=1`],
])(
  "%s redirects permanently to the canonical address in one hop, with its query",
  async (from, to) => {
    const moved = await site.get(from.replace("#", id()));
    expect([moved.status, moved.headers.get("Location")]).toEqual([301, to()]);
    expect((await site.get(to())).status).toBe(200);
  },
);

test("signs behind a word that is searched for are part of it", async () => {
  expect((await site.get("/es?q=Oud)")).status).toBe(200);
});

test("a brand whose slug is a hyphen keeps it", async () => {
  expect((await site.get("/es/brand/-")).status).toBe(200);
});

test("a leading double slash never redirects to another host", async () => {
  expect((await site.get("//evil.example/")).headers.get("Location")).toBe("/evil.example");
});

test.each(["/nope", "/xx/about", "/es/es", "/es/perfume", "/es/brand/nobody", "/es/about/more"])(
  "%s is 404, whatever its query",
  async (path) => {
    for (const address of [path, `${path}?q=x`]) {
      const page = await site.get(address);
      expect(page.status).toBe(404);
      expect(page.dom.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
      expect(page.dom.querySelector("link[rel=canonical]")).toBeNull();
    }
  },
);

test("the sitemap lists exactly the pages that a crawler finds, with further brand pages and brands without letters", async () => {
  const pages = await crawl(site, "/pt", (address) => address.startsWith("/pt"));
  const listed = [...pages].filter(([, page]) => page.indexable).map(([address]) => address);
  expect(listed).toEqual(expect.arrayContaining(["/pt/brand/jo-malone?page=2", "/pt/brand/-"]));
  const { html } = await site.get("/sitemap-pt-1.xml");
  const named = [...html.matchAll(/<loc>([^<]*)/gu)].map(([, loc]) =>
    loc!.replace(site.origin, ""),
  );
  expect(named.toSorted()).toEqual(listed.toSorted());
});
