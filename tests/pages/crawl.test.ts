import { beforeAll, expect, test } from "vitest";
import { perfumePath } from "#app/catalog/slugs.ts";
import { seed } from "#db/starter/seed.ts";
import { type Crawl, crawl } from "../support/crawl.ts";
import { openSite, type Site } from "../support/site.ts";

let site: Site;
let found: Crawl;
let perfumes: string[];

beforeAll(async () => {
  site = await openSite();
  await seed(site.db);
  const rows = await site.db.selectFrom("perfumes").select(["id", "marca", "nombre"]).execute();
  perfumes = rows.map((perfume) => `/es${perfumePath(perfume)}`);
  found = await crawl(site, "/es");
}, 120_000);

test("every perfume is at most four plain links from home in its language", () => {
  expect(perfumes.length).toBeGreaterThan(200);
  const depths = perfumes.map((path) => found.pages.get(path)?.depth ?? Infinity);
  expect(Math.max(...depths)).toBeLessThanOrEqual(4);
});

test("two pages or more link to every perfume", () => {
  const few = perfumes.filter((path) => (found.pages.get(path)?.from.size ?? 0) < 2);
  expect(few).toEqual([]);
});

test("every link inside the site leads to a page at once: none is broken, none is sent elsewhere", () => {
  const wrong = [...found.pages].filter(([, page]) => page.status !== 200);
  expect(wrong.map(([address, { status, from }]) => [address, status, ...from])).toEqual([]);
});

test("every link inside the site names its language, and every other is a whole address", () => {
  const wrong = [...found.links].filter((href) => !/^\/es(?=[/?#]|$)|^https?:\/\/|^#/u.test(href));
  expect(wrong).toEqual([]);
});

test("every place on a page that is linked is there", () => {
  const wrong = [...found.links].filter((href) => {
    const [address, place] = href.split("#");
    return place && address && !found.pages.get(address)!.ids.has(place);
  });
  expect(wrong).toEqual([]);
});

test("no two pages for search engines have one title or one description", async () => {
  const indexable = [...found.pages].filter(([, page]) => page.indexable);
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const [address] of indexable) {
    const { dom } = await site.get(address);
    titles.add(dom.querySelector("title")!.text);
    descriptions.add(dom.querySelector("meta[name=description]")!.getAttribute("content")!);
  }
  expect([titles.size, descriptions.size]).toEqual([indexable.length, indexable.length]);
}, 120_000);
