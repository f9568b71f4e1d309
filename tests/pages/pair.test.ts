// A look-alike beside its original: where its page is, and who may index it.
import { XMLParser } from "fast-xml-parser";
import { afterAll, beforeEach, expect, test } from "vitest";
import { removePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import { addAccount } from "../support/accounts.ts";
import { addDupe, addPerfume, addPerfumeWithDupe, addReview, pairOf } from "../support/database.ts";
import { addPrice, addShop } from "../support/prices.ts";
import { signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { countOn, dataOf, texts } from "../support/structured-data.ts";
import { translate, twoLanguages } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let made = 0;
let dupe: number;
let original: number;
let bottle: number;
/** of the dupe beside its original, and their slugs */
let pair: string;
let first: string;
let second: string;

beforeEach(async () => {
  original = await addPerfume(site.db, "Creed", `Aventus ${++made}`);
  dupe = await addDupe(site.db, original, "Armaf", `Club de Nuit ${made}`);
  pair = await pairOf(site.db, dupe);
  [first, second] = pair.split("/").slice(2) as [string, string];
  bottle = Number(second.split("-").at(-1));
});

test("a pair and a look-alike's own page link the market's shops where a bottle without a price can be looked for", async () => {
  const search_template = "https://druni.es/buscar?q={q}";
  await addShop(site.db, "druni.es", { search_template });
  const searches = async (code: string, path = pair) => {
    site.services.pages.clear();
    const { dom } = await site.get(`/${code}${path}`);
    return dom
      .querySelectorAll(".look-for a")
      .map((link) => [link.getAttribute("href"), link.getAttribute("rel")]);
  };
  const rel = "sponsored nofollow noopener";
  const wanted = [`Armaf Club de Nuit ${made}`, `Creed Aventus ${made}`].map((words) => [
    `https://druni.es/buscar?q=${encodeURIComponent(words)}`,
    rel,
  ]);
  expect(await searches("es")).toEqual(wanted);
  expect(await searches("de")).toEqual([]);
  const [ofOriginal, ofDupe] = [`/perfume/${first}`, `/perfume/${second}`];
  expect(await searches("es", ofOriginal)).toEqual([]);
  expect(await searches("es", ofDupe)).toEqual(wanted.slice(0, 1));
  await addPrice(site.db, bottle, 2490, new Date());
  expect(await searches("es")).toEqual(wanted.slice(1));
  expect(await searches("es", ofDupe)).toEqual([]);
});

const outcome = ({ status, headers }: Page) => [status, headers.get("Location")];
const robots = (page: Page) =>
  page.dom.querySelector("meta[name=robots]")?.getAttribute("content") ?? "index";
const canonical = (page: Page) =>
  page.dom.querySelector("link[rel=canonical]")?.getAttribute("href");

test.each(twoLanguages)(
  "the page asks in its heading whether the two smell alike, in %s",
  async (code) => {
    const page = await site.get(`/${code}${pair}`);
    const names = { dupe: `Club de Nuit ${made}`, original: `Aventus ${made}` };
    expect(texts(page, "h1")).toEqual([translate(code, "pages:pair.heading", names)]);
    expect(page.dom.querySelectorAll("script[src], link[rel=modulepreload]")).toEqual([]);
    expect((await site.get(pair, { "Accept-Language": code })).html).toContain(
      texts(page, "h1")[0],
    );
  },
);

test("another order, other words, or both, lead to the pair by one redirect that keeps the query", async () => {
  for (const prefix of ["", "/de"])
    for (const [one, other] of [
      [second, first],
      [`old-words-${original}`, second],
      [first, String(bottle)],
      [`x-${bottle}`, `%C3%91-${original}`],
    ])
      expect(
        outcome(await site.get(`${prefix}/perfume/${one}/${other}?page=2&utm_source=x`)),
      ).toEqual([301, `${prefix}${pair}?page=2&utm_source=x`]);
});

test("a merged bottle on either side leads to the pair that is now", async () => {
  const old = await addPerfume(site.db, "Creed", `Old ${made}`);
  await mergePerfumes(site.db, old, original, new Date());
  expect(outcome(await site.get(`/es/perfume/creed-old-${old}/${second}`))).toEqual([
    301,
    `/es${pair}`,
  ]);
  const tester = await addPerfume(site.db, "Armaf", `Tester ${made}`);
  await mergePerfumes(site.db, tester, bottle, new Date());
  expect(outcome(await site.get(`/es/perfume/${first}/armaf-tester-${tester}`))).toEqual([
    301,
    `/es${pair}`,
  ]);
});

test("a removed bottle on either side is gone", async () => {
  await removePerfume(site.db, bottle);
  for (const path of [`${first}/${second}`, `${second}/${first}`])
    expect((await site.get(`/es/perfume/${path}`)).status).toBe(410);
});

test.each(twoLanguages)(
  "two bottles without a relation are 404, which names both and leads to them, in %s",
  async (code) => {
    const other = await addPerfume(site.db, "Dior", `Sauvage ${made}`);
    const slug = `dior-sauvage-${made}-${other}`;
    const page = await site.get(`/${code}/perfume/${first}/${slug}`);
    expect([page.status, robots(page)]).toEqual([404, "noindex"]);
    expect(texts(page, "h1")).toEqual([translate(code, "pages:pair.missingTitle")]);
    const links = page.dom.querySelectorAll("main li a").map((link) => link.getAttribute("href"));
    expect(links).toEqual([`/${code}/perfume/${first}`, `/${code}/perfume/${slug}`]);
  },
);

test("a bottle beside itself is 404, and leads to it once", async () => {
  const page = await site.get(`/es/perfume/${first}/${first}`);
  expect([page.status, page.dom.querySelectorAll("main li a").length]).toEqual([404, 1]);
});

test.each(["9999999999999999", "x", "0", "..%2F..%2Fetc", "' or 1=1--"])(
  "a bottle %j that is none is 404 on either side, and nothing of it is in the page",
  async (slug) => {
    for (const one of [`${first}/${slug}`, `${slug}/${second}`]) {
      const page = await site.get(`/es/perfume/${one}`);
      expect([one, page.status]).toEqual([one, 404]);
      expect(page.html).not.toContain("or 1=1--<");
    }
  },
);

test("a dupe's sources and verdict, once panels of both bottles' pages, are the pair's, with their place", async () => {
  const { path } = await addPerfumeWithDupe(site.db);
  for (const page of [`/fr/perfume/${first}`, `/fr/perfume/${second}`]) {
    // The page without the parameter is cached.
    await site.get(page);
    for (const part of ["sources", "verdict"])
      expect(outcome(await site.get(`${page}?${part}=${dupe}`))).toEqual([
        303,
        `/fr${pair}#${part}`,
      ]);
    const kept = await site.get(`${page}?sort=price&verdict=${dupe}&vote=a%26b`);
    expect(outcome(kept)).toEqual([303, `/fr${pair}?vote=a%26b#verdict`]);
  }
  for (const id of ["", "x", "1e1", "999999", String(dupe)])
    expect((await site.get(`/fr${path}?verdict=${id}`)).status).toBe(200);
});

test("the client router is sent to the pair by a new document", async () => {
  const { html } = await site.get(`/it${pair}.data?page=2`);
  expect(html).toContain(`/it${pair}?page=2`);
  expect(html).toMatch(/"reload",true/u);
  const old = await site.get(`/it/perfume/${first}.data?verdict=${dupe}`);
  expect(old.html).toContain(`/it${pair}#verdict`);
});

const sitemap = async () => {
  const { html } = await site.get("/sitemap-pt-1.xml");
  return new XMLParser()
    .parse(html)
    .urlset.url.map(({ loc }: { loc: string }) => loc.slice(site.origin.length))
    .filter((path: string) => /^\/pt\/perfume\/[^/]+\//u.test(path));
};

test("a pair that says something of its own can be indexed and is in the sitemap, no other", async () => {
  const worth = await addDupe(site.db, original, "Zara", `Worth ${++made}`, { likes: 3 });
  const listed = await sitemap();
  const path = `/pt${await pairOf(site.db, worth)}`;
  const page = await site.get(path);
  expect([robots(page), listed.includes(path)]).toEqual(["index", true]);
  expect(canonical(page)).toBe(site.origin + path);
  expect(page.dom.querySelectorAll("link[hreflang]").length).toBeGreaterThan(6);
  const other = `/pt${await pairOf(site.db, dupe)}`;
  expect([robots(await site.get(other)), listed.includes(other)]).toEqual(["noindex", false]);
});

test.each([{}, { likes: 1 }, { dislikes: 2 }, { likes: 6, dislikes: 4 }, { likes: 20 }])(
  "a dupe's card and its own page say the same figure and counts, of %j (RULES.md 1.6)",
  async (votes) => {
    const id = await addDupe(site.db, original, "Zara", `Same ${++made}`, votes);
    const card = (await site.get(`/en/perfume/${first}`)).dom.querySelector(`#dupe-${id}`)!;
    const page = await site.get(`/en${await pairOf(site.db, id)}`);
    const counts = page.dom.querySelectorAll(".vote").map(({ text }) => text.split(" ").at(-1));
    expect(counts.map(Number)).toEqual(card.querySelectorAll(".vote").map(countOn));
    const figure = card.querySelector(".score b")?.text;
    const [answer] = texts(page, ".answer");
    expect(/\d+%/u.exec(answer ?? "")?.[0]).toBe(figure);
  },
);

test("further pages of reviews are not indexed, and the first is their canonical address", async () => {
  const user_id = await addAccount(site.db, `writer_${made}`);
  for (let n = 0; n < 11; n++) {
    const created_at = new Date(Date.UTC(2026, 1, 1 + n)).toISOString();
    await addReview(site.db, dupe, user_id, { description: `Review ${n}.`, created_at });
  }
  const one = await site.get(`/en${pair}`);
  expect([robots(one), texts(one, ".said").length, texts(one, ".said")[0]]).toEqual([
    "index",
    10,
    "Review 10.",
  ]);
  const next = one.dom.querySelector("[rel=next]")!.getAttribute("href")!;
  expect(next).toBe(`/en${pair}?page=2#reviews`);
  const two = await site.get(next);
  expect([robots(two), texts(two, ".said")]).toEqual([
    expect.stringContaining("noindex"),
    ["Review 0."],
  ]);
  expect(canonical(two)).toBe(`${site.origin}/en${pair}`);
  expect(two.dom.querySelectorAll("[type*=ld]")).toEqual([]);
  expect(two.dom.querySelector("[rel=prev]")!.getAttribute("href")).toBe(`/en${pair}#reviews`);
});

test("structured data is of the look-alike, which is similar to the original, with reviews but no ratings of them", async () => {
  const ana = await signedIn(site, `ana_${made}`);
  await ana.post(`/es${pair}`, {
    intent: "publish-review",
    dupe_id: String(dupe),
    description: "Casi igual.",
  });
  const { Product: product, BreadcrumbList: trail } = dataOf(await site.get(`/es${pair}`));
  expect(product).toMatchObject({
    "@type": "Product",
    name: `Club de Nuit ${made}`,
    isSimilarTo: { "@type": "Product", name: `Aventus ${made}` },
    review: [{ "@type": "Review", reviewBody: "Casi igual.", author: { name: `ana_${made}` } }],
  });
  expect(JSON.stringify(product)).not.toContain("Rating");
  expect(trail.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    translate("es", "nav.home"),
    `Aventus ${made}`,
    `Club de Nuit ${made}`,
  ]);
});

test("a pair names sixteen other dupes of its original at most, and none that people doubt", async () => {
  await addDupe(site.db, original, "Zara", "Rejected", { likes: 1, dislikes: 9 });
  for (let n = 0; n < 17; n++)
    await addDupe(site.db, original, "Zara", `Other ${n}`, { sources: { for: 1 } });
  const named = texts(await site.get(pair), "nav[aria-labelledby] li > a");
  expect(named).toHaveLength(16);
  expect(named.every((name) => name.startsWith("Other"))).toBe(true);
});
