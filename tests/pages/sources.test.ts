import { afterAll, beforeAll, expect, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { addDupe, addPerfume, addSource, pairOf } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { texts } from "../support/structured-data.ts";
import { translate, twoLanguages } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let path: string;
let khamrah: number;
let supported: number;
let catalogued: number;

const source = (at: number, more: Parameters<typeof addSource>[2]) => ({
  url: `https://www.reviews.example/${at}`,
  said_on: `202${at}-03-0${at}`,
  ...more,
});

beforeAll(async () => {
  const id = await addPerfume(site.db, "Kilian", "Angels' Share");
  path = `/en${perfumePath({ id, marca: "Kilian", nombre: "Angels' Share" })}`;
  catalogued = await addDupe(site.db, id, "Zara", "Nothing known");
  await addSource(site.db, catalogued, { kind: "catalogue" });
  khamrah = await addDupe(site.db, id, "Lattafa", "Khamrah", { estimacion: 97 });
  supported = await addDupe(site.db, id, "Zara", "Supported", { sources: { for: 2 } });
  const said = [
    source(2, { stance: "for", kind: "maker", title: "Inspired by the same drink" }),
    source(5, { stance: "against", author: "Ana <i>López</i>", title: "\u202e<b>not</b> alike" }),
    source(4, { stance: "against", kind: "discussion", title: "x".repeat(200) }),
    source(3, { stance: "against", kind: "article", title: "Ranked" }),
    {
      kind: "catalogue" as const,
      url: "https://shop.example/",
      title: "All our oils",
      author: "A shop",
    },
    { kind: "catalogue" as const, url: "https://github.com/a", title: "Dupes" },
  ];
  for (const one of said) await addSource(site.db, khamrah, one);
});

test("a dupe that sources deny stands under its own heading, after those that shops alone name (RULES.md 1.7)", async () => {
  const page = await site.get(path);
  expect(texts(page, ".dupes h3")).toEqual([
    "Supported",
    "Named by shops; nobody has confirmed it yet",
    "Nothing known",
    "Sources disagree",
    "Khamrah",
  ]);
  expect(texts(page, ".said")).toEqual([
    "2 reviews say so",
    "Named in a shop’s catalogue",
    "1\u00a0for, 3\u00a0against",
  ]);
  expect(texts(page, ".dupe .score")).toEqual(["No data", "No data", "No data"]);
});

test("neither what sources deny nor what they support is named as best (RULES.md 1.7, 11.7)", async () => {
  const page = await site.get(path);
  const said = page.dom.querySelectorAll("title, meta, .intro, .faq, [type*=ld]").join(" ");
  expect(said).not.toMatch(/Khamrah|97/u);
  expect(texts(page, ".faq dd")[0]).toMatch(/^We can’t say yet/u);
  expect(page.html).not.toContain("aggregateRating");
  const [found] = JSON.parse((await site.get("/api/perfumes?q=angels+share&lang=en")).html);
  expect(found.best_dupe).toBeNull();
  const [lookAlike] = JSON.parse((await site.get("/api/perfumes?q=khamrah&lang=en")).html);
  expect([lookAlike.best_dupe, lookAlike.dupe_of]).toEqual([null, []]);
  const [confirmed] = JSON.parse((await site.get("/api/perfumes?q=zara+supported&lang=en")).html);
  expect(confirmed.dupe_of).toMatchObject([{ sources: { for: 2, against: 0, catalogues: 0 } }]);
  const home = await site.get("/en?q=angels+share");
  expect(texts(home, ".pick")[0]).toContain("2 possible dupes");
});

test("the pair's page has those for, those against and catalogues apart, each with author, host, kind and day", async () => {
  const page = await site.get(`/en${await pairOf(site.db, khamrah)}`);
  expect(texts(page, ".answer")).toEqual(["Sources disagree: 1 for, 3 against."]);
  expect(texts(page, "#sources h3")).toEqual([
    "They smell alike",
    "They don’t smell alike",
    "Named in 2 shops’ catalogues",
  ]);
  expect(texts(page, "#sources li")).toEqual(
    [
      "Inspired by the same drinkreviews.example · the maker says so · 2 March 2022",
      "\u202e<b>not</b> alikeAna <i>López</i> · reviews.example · review · 5 March 2025",
      `${"x".repeat(200)}reviews.example · discussion · 4 March 2024`,
      "Rankedreviews.example · article · 3 March 2023",
      "All our oilsA shop · shop.example",
      "Dupesgithub.com",
    ].map((text) => text.replaceAll(" ·", "\u00a0·")),
  );
  for (const link of page.dom.querySelectorAll("#sources a[target]")) {
    expect(link.getAttribute("rel")).toBe("nofollow noopener");
    // A title cannot turn the text around it.
    expect(link.innerHTML).toMatch(/^<bdi>.*<\/bdi>$/u);
  }
  const supporting = await site.get(`/en${await pairOf(site.db, supported)}`);
  expect(texts(supporting, ".answer")).toEqual(["2 sources say so; nobody has voted yet."]);
  const listed = await site.get(`/en${await pairOf(site.db, catalogued)}`);
  expect(texts(listed, ".answer")).toEqual([
    "Only shops’ catalogues say so; nobody has confirmed it yet.",
  ]);
  expect(texts(listed, "#sources h3")).toEqual(["Named in a shop’s catalogue"]);
});

test("a pair without sources only asks for them", async () => {
  const elsewhere = await addPerfume(site.db, "Creed", "Aventus");
  const other = await addDupe(site.db, elsewhere, "Armaf", "Club");
  const page = await site.get(`/en${await pairOf(site.db, other)}`);
  expect(page.status).toBe(200);
  expect(texts(page, "#sources li, #sources h3")).toEqual([]);
  expect(texts(page, "#sources summary")).toEqual(["Add a page that compares them"]);
});

test.each(twoLanguages)(
  "an estimate names the site that published it, and is linked there, in %s",
  async (code) => {
    const id = await addPerfume(site.db, "Dior", `Estimated ${code}`);
    const dupe = await addDupe(site.db, id, "Zara", "Published", {
      estimacion: 88,
    });
    const estimacion_url = "https://www.parfumo.example/a";
    await site.db.updateTable("dupes").set({ estimacion_url }).where("id", "=", dupe).execute();
    const page = await site.get(`/${code}/perfume/dior-estimated-${code}-${id}`);
    expect(texts(page, ".score")).toEqual([translate(code, "perfume.noData")]);
    expect(texts(page, ".said")[0]).toMatch(/parfumo\.example.*88/u);
    const pair = await site.get(`/${code}${await pairOf(site.db, dupe)}`);
    const link = pair.dom.querySelectorAll("#sources a[target]").at(-1)!;
    expect(link.getAttribute("href")).toBe(estimacion_url);
    expect(link.text).toContain("88");
  },
);
