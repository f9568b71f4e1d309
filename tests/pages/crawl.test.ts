import { existsSync } from "node:fs";
import { XMLParser } from "fast-xml-parser";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { inLanguage, withoutLanguage } from "#app/i18n/paths.ts";
import type { Db } from "#db/database.ts";
import { similarity } from "#app/domain/catalog/similarity.ts";
import { seed } from "#app/commands/load-starter.ts";
import { type Crawl, crawl, depthsFrom, linkingTo, open } from "../support/crawl.ts";
import type { ReadPage } from "../support/read-page.ts";
import { openSite } from "../support/site.ts";
import { expectAsShown } from "../support/structured-data.ts";
import { languageCodes } from "#app/i18n/languages.ts";

const origin = "https://sosia.example";

const site = await openSite({ APP_ORIGIN: origin });
afterAll(() => site.close());

let pages: Crawl;
/** indexable addresses */
let listed: Map<string, ReadPage>;
let perfumes: string[];

beforeAll(async () => {
  await seed(site.db);
  await keepATwelfth(site.db);
  await addVotes(site.db);
  const rows = await site.db.selectFrom("perfumes").select(["id", "marca", "nombre"]).execute();
  perfumes = rows.map(perfumePath);
  pages = await crawl(site, "/", isOpened);
  listed = new Map([...pages].filter(([address, page]) => page.indexable && address !== "/"));
  if (perfumes.length < 75 || listed.size < languageCodes.length * perfumes.length)
    throw new Error(`The crawl found only ${listed.size} pages of ${perfumes.length} perfumes`);
});

/** Thousands of pages that differ only in names would take most of the time. */
async function keepATwelfth(db: Db) {
  await db.deleteFrom("dupes").where("id", ">", 30).execute();
  const { rows } = await sql<{ id: number }>`
    select id from perfumes where id % 24 <> 0 and id not in
      (select perfume_id from dupes union select dupe_perfume_id from dupes)`.execute(db);
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom("perfumes").where("id", "in", ids).execute();
}

/** The starter catalogue has no votes: most dupes get some, some many, some none. */
async function addVotes(db: Db) {
  const dupes = await db.selectFrom("dupes").select(["id", "estimacion"]).execute();
  await db.transaction().execute(async (tx) => {
    for (const { id, estimacion } of dupes) {
      const [likes, dislikes] = [((id % 7) * id) % 1300, id % 3 === 0 ? 0 : id % 5];
      const porcentaje = similarity(likes, dislikes, estimacion);
      const votes = { likes, dislikes, porcentaje };
      await tx.updateTable("dupes").set(votes).where("id", "=", id).execute();
    }
  });
}

/** Reviews and forms that open by a query parameter are not separate pages, so every fifth is opened, in one language. */
function isOpened(address: string): boolean {
  const [path = "", query] = address.split("?");
  if (path.includes("/brand/")) return true;
  const number = Number(/\d+$/u.exec(query ?? "") ?? /\d+$/u.exec(path));
  return (
    query === undefined ||
    (number % 5 === 0 && languageOf(path) === languageCodes[(number / 5) % languageCodes.length])
  );
}

const languageOf = (address: string) => address.slice(1, 3);

test("plain links lead from / to the whole catalogue in six languages", () => {
  const wanted = languageCodes.flatMap((code) => perfumes.map((path) => inLanguage(code, path)));
  expect(wanted.filter((address) => !listed.has(address))).toEqual([]);
});

test("no link is broken or redirected", () => {
  const from = linkingTo(pages);
  const wrong = [...pages].filter(([, { status }]) => status !== 200);
  expect(wrong.map(([to, { status }]) => [to, status, ...(from.get(to) ?? [])])).toEqual([]);
});

test("every internal link includes the page's language, and every external link is an absolute URL", () => {
  expect(pages.size).toBeGreaterThan(1000);
  for (const [address, page] of pages) expectLinksIn(address, page, page.language!);
});

function expectLinksIn(address: string, page: ReadPage, code: string) {
  const own = new RegExp(`^/${code}(?=[/?#]|$)|^https?://|^#`, "u");
  expect([address, ...page.links.filter((link) => !own.test(link))]).toEqual([address]);
  const inOthers = languageCodes.map((other) => inLanguage(other, address));
  expect([address, ...page.languageLinks.slice(-inOthers.length)]).toEqual([address, ...inOthers]);
}

test("every linked fragment exists on its page", () => {
  const lost: string[] = [];
  let found = 0;
  for (const [address, { links }] of pages)
    for (const link of links) {
      const [to, place] = link.split("#");
      const page = pages.get(to || address);
      if (!place || !page) continue;
      if (page.ids.has(place)) found++;
      else lost.push(link);
    }
  expect(found).toBeGreaterThan(perfumes.length);
  expect(lost).toEqual([]);
});

test("every picture, script and file that a page references exists", async () => {
  const resources = new Set([...pages.values()].flatMap((page) => page.resources));
  expect(resources.size).toBeGreaterThan(languageCodes.length);
  for (const address of resources) {
    // In production, react-router-serve serves public files.
    const there = existsSync(`public${address}`) || (await site.get(address)).status === 200;
    expect([address, there]).toEqual([address, true]);
  }
});

test("an indexable page has a canonical link, and its six languages link to each other", () => {
  for (const [address, page] of listed) {
    const code = languageOf(address);
    expect([address, page.canonical]).toEqual([address, origin + address]);
    expect([address, page.language, page.headings]).toEqual([address, code, 1]);
    const alternates = Object.fromEntries(
      languageCodes.map((other) => [other, origin + inLanguage(other, address)]),
    );
    expect(page.alternates).toEqual({ ...alternates, "x-default": alternates.es });
    for (const other of languageCodes)
      expect(listed.get(inLanguage(other, address))?.alternates[code]).toBe(page.canonical);
  }
});

test("no two pages in the same language share a title or a description", () => {
  for (const code of languageCodes) {
    const own = [...listed].filter(([address]) => languageOf(address) === code);
    for (const part of ["title", "description"] as const) {
      const said = Map.groupBy(own, ([, page]) => page[part]);
      const shared = [...said].filter(([text, by]) => !text || by.length > 1);
      expect(shared.map(([text, by]) => [text, ...by.map(([address]) => address)])).toEqual([]);
    }
  }
});

test("the sitemaps list exactly the indexable pages", async () => {
  const locations = async (address: string, list: string, item: string): Promise<string[]> => {
    const file = new XMLParser().parse((await site.get(address)).html);
    return file[list][item].map(({ loc }: { loc: string }) => {
      expect(loc.startsWith(`${origin}/`)).toBe(true);
      return loc.slice(origin.length);
    });
  };
  const named: string[] = [];
  for (const file of await locations("/sitemap.xml", "sitemapindex", "sitemap"))
    named.push(...(await locations(file, "urlset", "url")));
  expect(named.toSorted()).toEqual([...listed.keys()].toSorted());
});

test("every perfume is at most four links from its language's home, and at least two pages link to it", () => {
  const from = linkingTo(pages);
  for (const code of languageCodes) {
    const depths = depthsFrom(pages, `/${code}`);
    const far = perfumes.filter((path) => (depths.get(inLanguage(code, path)) ?? Infinity) > 4);
    const few = perfumes.filter((path) => (from.get(inLanguage(code, path))?.size ?? 0) < 2);
    expect([code, far, few]).toEqual([code, [], []]);
  }
});

test("reviews, open forms, searches and account pages are noindex", async () => {
  const opened = [...pages].filter(([address]) => /^(?!.*\/brand\/).*\?|\/auth/u.test(address));
  expect(opened.length).toBeGreaterThan(perfumes.length);
  expect(opened.filter(([, page]) => page.indexable).map(([address]) => address)).toEqual([]);
  for (const path of ["/es?q=creed", "/es?q=", "/auth/reset?token=x", `${perfumes[0]}?reviews=`])
    expect([path, (await open(site, path)).indexable]).toEqual([path, false]);
});

test("an address without a language shows the Spanish page, with the Spanish canonical address and links", async () => {
  const spanish = [...listed.keys()].filter((address) => languageOf(address) === "es");
  for (const [at, address] of spanish.entries()) {
    // Every fifth of the kinds with hundreds of pages.
    if (at % 5 !== 0 && /^\/es\/(perfume|brand)\//u.test(address)) continue;
    const bare = withoutLanguage(address);
    const page = await open(site, bare);
    expectLinksIn(bare, page, "es");
    const { canonical, alternates, title, language } = listed.get(address)!;
    expect(page).toMatchObject({ status: 200, canonical, alternates, title, language });
  }
});

test("an unknown parameter does not change a page", async () => {
  for (const [at, address] of [...listed.keys()].entries()) {
    if (at % 20 !== 0 && !/^\/..(\/\w+)?$/u.test(address)) continue;
    const page = await open(
      site,
      `${address}${address.includes("?") ? "&" : "?"}utm_source=x&fbclid=1&lang=de&p=2`,
    );
    expect(page).toEqual(listed.get(address));
  }
});

test("a perfume's structured data matches its page", async () => {
  for (const code of languageCodes)
    for (let at = 0; at < perfumes.length; at += 12) {
      const page = await site.get(inLanguage(code, perfumes[at]!));
      expect(page.status).toBe(200);
      expectAsShown(page);
    }
});
