import type { HTMLElement } from "node-html-parser";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { addPrice, addShop } from "../support/prices.ts";
import { findByName } from "#app/domain/catalog/bottles.ts";
import { openSite } from "../support/site.ts";
import { notesIn } from "#app/i18n/fact-words.server.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { translate } from "../support/translations.ts";
import "../support/matchers.ts";

/** Attributes contain `&amp;` for `&`. */
const decode = (href: string) => href.replaceAll("&amp;", "&");

/** The values in the suggestion form: name and brand. */
const typedIn = (dom: HTMLElement) =>
  ["nombre_perfume", "marca_perfume"].map(
    (name) => dom.querySelector(`input[name=${name}]`)?.getAttribute("value") ?? "",
  );
const linksTo = (dom: HTMLElement, rel: "next" | "prev") =>
  dom.querySelectorAll(`main a[rel=${rel}]`).map((link) => decode(link.getAttribute("href")!));

const site = await openSite();
afterAll(() => site.close());

let aventus: number;

beforeAll(async () => {
  aventus = await addPerfume(site.db, "Creed", "Aventus", { popularidad: 50 });
  await addDupe(site.db, aventus, "Armaf", "Club de Nuit Intense Man");
  for (let i = 1; i <= 19; i++)
    await addPerfume(site.db, `Brand ${i}`, `Scent ${i}`, { popularidad: i });
});

const titleIn = async (code: string) =>
  (await site.get(`/${code}?q=`)).dom.querySelector("#explore h2")?.text;

test("perfumes opened this month come first, then popular ones; with seven of fifteen opened the list is titled popular, with eight most searched (RULES.md 3.2)", async () => {
  for (const code of languageCodes)
    expect(await titleIn(code)).toBe(translate(code, "home.popular"));
  const { dom } = await site.get("/es");
  const last = dom.querySelectorAll(".grid a").at(-1)!;
  await site.get(last.getAttribute("href")!);
  await site.flushViews();
  // The page itself can be 60 s old; another address renders the same grid again.
  const after = (await site.get("/es?q=")).dom
    .querySelectorAll(".grid h3")
    .map((card) => card.text);
  expect(after.slice(0, 2)).toEqual([last.text, "Aventus"]);
  expect(after).toHaveLength(15);
  const month = new Date().toISOString().slice(0, 7);
  const open = (perfume_id: number) =>
    site.db.insertInto("perfume_month_views").values({ perfume_id, month, views: 1 }).execute();
  const opened = Number(/\d+$/u.exec(last.getAttribute("href")!)![0]);
  const others = (await site.db.selectFrom("perfumes").select("id").orderBy("id").execute())
    .map(({ id }) => id)
    .filter((id) => id !== opened);
  for (const id of others.slice(0, 6)) await open(id);
  expect(await titleIn("es")).toBe(translate("es", "home.popular"));
  await open(others[6]!);
  for (const code of languageCodes) expect(await titleIn(code)).toBe(translate(code, "home.top"));
});

test("searching without JavaScript lists links to the perfumes' pages in the page's language", async () => {
  for (const code of languageCodes) {
    const { dom } = await site.get(`/${code}?q=aventus+creed`);
    expect(dom.querySelector(".grid a")?.getAttribute("href")).toBe(
      `/${code}/perfume/creed-aventus-${aventus}`,
    );
    expect(dom.querySelector("main input[name=q]")?.getAttribute("value")).toBe("aventus creed");
    expect(dom.querySelector("header input[name=q]")?.getAttribute("value")).toBeUndefined();
    expect(dom.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    expect(dom.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
      `${site.origin}/${code}`,
    );
    expect(dom.querySelectorAll("link[rel=alternate][hreflang]")).toHaveLength(0);
  }
});

test("a search without results says so, and has popular perfumes and a form to suggest the query", async () => {
  const { status, dom } = await site.get("/en?q=asdfghjkl");
  expect(status).toBe(200);
  expect(dom.querySelector(".empty [role=status] h2")?.text).toBe(
    "No perfume found for “asdfghjkl”",
  );
  expect(dom.querySelector(".near")).toBeNull();
  expect(dom.querySelector("#suggest h2")?.text).toBe("Suggest a perfume");
  expect(typedIn(dom)).toEqual(["asdfghjkl", ""]);
  // The list under the box links to the same form.
  const linked = await site.get("/en?q=asdfghjkl&suggest=perfume");
  expect(linked.dom.querySelectorAll("form input[name=nombre_perfume]")).toHaveLength(1);
  expect(typedIn(linked.dom)).toEqual(["asdfghjkl", ""]);
  const popular = dom.querySelectorAll(".grid h3").map((card) => card.text);
  expect(popular).toHaveLength(6);
  expect(popular).toContain("Aventus");
});

test("a suggestion from a search without results is stored; a refusal keeps what was typed, in the same form", async () => {
  const visitor = site.newBrowser();
  const there = "/fr?q=asdfghjkl";
  const fields = { intent: "suggest-perfume", nombre_perfume: "Asdf", marca_perfume: "" };
  const refused = await visitor.post(there, fields);
  expect(refused).toBeRefused(422, "fr", "home.errorEmpty", { fields: ["marca_perfume"] });
  expect(refused.dom.querySelectorAll("form input[name=nombre_perfume]")).toHaveLength(1);
  expect(refused.dom.querySelector("#suggest form")).not.toBeNull();
  expect(typedIn(refused.dom)).toEqual(["Asdf", ""]);
  const stored = await visitor.post(there, { ...fields, marca_perfume: "Ghjkl" });
  expect(await visitor.follow(stored)).toShow("fr", "home.suggested");
});

test("a known brand in the query fills the brand field and links to its page; similar names are links", async () => {
  const { db } = site;
  const rouge = await addPerfume(db, "Maison Francis Kurkdjian", "Baccarat Rouge 540");
  await catalogChanged(db);
  await site.services.search.warm();
  const { dom } = await site.get("/it?q=Qwxyz+Noir+de+creed");
  expect(typedIn(dom)).toEqual(["Qwxyz Noir", "Creed"]);
  expect(dom.querySelector(".near a[href='/it/brand/creed']")?.text).toBe(
    translate("it", "nothing.brand", { marca: "Creed" }),
  );
  const near = (await site.get("/es?q=baccara+roug+sisko")).dom;
  expect(near.querySelector("#near")?.text).toBe(translate("es", "nothing.near"));
  expect(near.querySelector(".near a")?.getAttribute("href")).toBe(
    `/es/perfume/maison-francis-kurkdjian-baccarat-rouge-540-${rouge}`,
  );
});

test("a popular bottle names its price, its best dupe with figure and price, and what that saves per ml", async () => {
  const { db } = site;
  await addShop(db, "druni.es");
  const original = await addPerfume(db, "Kilian", "Love", { popularidad: 90 });
  await addDupe(db, original, "Lattafa", "Yara", { likes: 20 });
  const dupe = await findByName(db, { marca: "Lattafa", nombre: "Yara" });
  await addPrice(db, dupe!.id, 2490, new Date());
  await addPrice(db, original, 24900, new Date(), { size_ml: 50 });
  site.services.pages.clear();
  const cards = (await site.get("/es")).dom.querySelectorAll(".grid li");
  const said = (nombre: string) =>
    cards
      .find((card) => card.querySelector("h3")?.text === nombre)!
      .querySelectorAll("p.small")
      .map(({ text }) => text);
  expect(said("Love")).toEqual([
    "249,00\u00a0€ · 50\u00a0ml · 1 alternativa",
    "Mejor dupe: Yara 95\u00a0%\u00a0·\u00a024,90\u00a0€ −95\u00a0% por\u00a0ml",
  ]);
  // Aventus's only dupe has neither votes nor an estimate.
  expect(said("Aventus")).toEqual(["1 posible dupe"]);
});

test("results that lack a typed word come last under their own heading (RULES.md 2.1)", async () => {
  await addPerfume(site.db, "Versace", "Eros", { popularidad: 60 });
  await addPerfume(site.db, "Versace", "Eros Flame", { popularidad: 30 });
  await catalogChanged(site.db);
  await site.services.search.warm();
  const { dom } = await site.get("/en?q=versace+eros+flame");
  const said = dom.querySelectorAll(".explore h2, .grid h3").map(({ text }) => text);
  expect(said.slice(1)).toEqual(["Eros Flame", "Close, but not quite what you typed", "Eros"]);
  const found = JSON.parse((await site.get("/api/perfumes?q=versace+eros+flame&lang=en")).html);
  expect(found.map((one: { near?: true }) => one.near)).toEqual([undefined, true]);
});

test("a look-alike shows its original, an original its best dupe, with figures only if known", async () => {
  const { db } = site;
  const share = await addPerfume(db, "Kilian", "Angels' Share", { popularidad: 40 });
  await addDupe(db, share, "Lattafa", "Khamrah", { likes: 8, dislikes: 2 });
  await addDupe(db, share, "Lattafa", "Khamrah Qahwa");
  await catalogChanged(db);
  await site.services.search.warm();
  const texts = async (path: string, nombre: string) =>
    (await site.get(path)).dom
      .querySelectorAll(".grid li")
      .find((card) => card.querySelector("h3")?.text === nombre)!
      .querySelectorAll("p.small")
      .map((line) => line.text);
  // A look-alike does not say that it has no dupes.
  expect(await texts("/en?q=khamrah", "Khamrah")).toEqual(["Smells like Angels' Share 75%"]);
  expect(await texts("/es?q=khamrah", "Khamrah")).toContain("Se parece a Angels' Share 75\u00A0%");
  expect(await texts("/en?q=khamrah", "Khamrah Qahwa")).toContain("Smells like Angels' Share");
  expect(await texts("/en?q=angels+share", "Angels' Share")).toContain("Best dupe: Khamrah 75%");
  // Aventus's only dupe has neither votes nor an estimate.
  expect((await texts("/en?q=aventus", "Aventus")).join()).not.toMatch(/Best|%/);

  const found = JSON.parse((await site.get("/api/perfumes?q=khamrah&lang=it")).html);
  const original = { id: share, marca: "Kilian", nombre: "Angels' Share", porcentaje: 75 };
  const url = `/it/perfume/kilian-angels-share-${share}`;
  expect(found[0]).toMatchObject({ nombre: "Khamrah", dupes: 0, dupe_of: [{ ...original, url }] });
  expect(found[1].dupe_of[0].porcentaje).toBeNull();
});

test("the page and the JSON say for which notes a bottle was found, in the reader's language", async () => {
  const notas = "saffron|jasmine sambac|cedar";
  await addPerfume(site.db, "Lattafa", "Ana Abiyedh Rouge", { notas });
  await addPerfume(site.db, "Prada", "Azafrán", { notas });
  await catalogChanged(site.db);
  await site.services.search.warm();
  const said = async (path: string) =>
    (await site.get(path)).dom
      .querySelectorAll(".grid li .text")
      .map((card) => [card.querySelector("h3")!.text, card.querySelector("p.small")!.text]);
  for (const language of languageCodes) {
    const notes = notesIn(language, ["saffron", "jasmine sambac"]);
    const query = notesIn(language, ["jasmine", "saffron"]);
    const why = translate(language, "search.withNotes", { notes });
    expect(await said(`/${language}?q=${encodeURIComponent(query)}`)).toContainEqual([
      "Ana Abiyedh Rouge",
      why,
    ]);
    const path = `/api/perfumes?q=${encodeURIComponent(query)}&lang=${language}`;
    expect(JSON.parse((await site.get(path)).html)).toContainEqual(
      expect.objectContaining({ nombre: "Ana Abiyedh Rouge", notes }),
    );
  }
  expect(await said("/es?q=azafran")).toEqual([
    ["Azafrán", "Aún sin alternativas"],
    ["Ana Abiyedh Rouge", "Con azafrán"],
  ]);
});

test("more than ten results continue on plain links to noindex pages; a page out of range is 404", async () => {
  const first = (await site.get("/en?q=scent")).dom;
  expect(first.querySelectorAll(".grid li")).toHaveLength(10);
  expect(first.querySelector("#explore h2")?.text).toBe("19 perfumes for “scent”");
  const links = first.querySelectorAll(".numbers a").map((a) => decode(a.getAttribute("href")!));
  expect(links).toEqual(["/en?q=scent", "/en?q=scent&page=2"]);
  const second = (await site.get(links[1]!)).dom;
  expect(second.querySelectorAll(".grid li")).toHaveLength(9);
  expect(second.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  expect(second.querySelector(".numbers [aria-current]")?.text).toBe("2");
  for (const page of ["3", "0", "-1", "x", "1e1", "99999999999999999999"])
    expect((await site.get(`/en?q=scent&page=${page}`)).status, page).toBe(404);
  expect([linksTo(first, "next"), linksTo(first, "prev")]).toEqual([[links[1]], []]);
  expect([linksTo(second, "next"), linksTo(second, "prev")]).toEqual([[], [links[0]]]);
  expect((await site.get("/en?page=2")).status).toBe(200);
  expect((await site.get("/en?q=aventus")).dom.querySelector(".numbers")).toBeNull();
});

test("searches without results are counted once each, on the page and in the live list, with their text from the third network on", async () => {
  for (const address of ["198.51.100.1", "203.0.113.1"])
    await site.request("/en?q=Zzxxqq", {}, address);
  await site.flushSearchMisses();
  const before = await site.db.selectFrom("search_misses").select("text").execute();
  expect(before).not.toContainEqual({ text: "zzxxqq" });
  await site.get("/en?q=Zzxxqq");
  await site.get("/en?q=Zzxxqq");
  await site.get("/api/perfumes?q=ZZXXQQ");
  // The form opened or sent there repeats the same person's search.
  await site.get("/en?q=Zzxxqq&suggest=perfume");
  await site.post("/en?q=Zzxxqq", { intent: "suggest-perfume", nombre_perfume: "" });
  await site.get("/en?q=ana%40example.com");
  await site.get("/en?q=aventus");
  await site.flushSearchMisses();
  const rows = await site.db.selectFrom("search_misses").select(["text", "times"]).execute();
  expect(rows).toContainEqual({ text: "zzxxqq", times: 3 });
  expect(rows.filter(({ text }) => /ana|aventus/u.test(text))).toEqual([]);
});

test("a query is never cut within a character", async () => {
  const { dom } = await site.get(`/es?q=${encodeURIComponent(`${"x".repeat(99)}👃`)}`);
  expect(dom.querySelector("main input[name=q]")?.getAttribute("value")).toBe("x".repeat(99));
});

test("a single character is too short to search, which the page says and no browser's bubble, and the grid stays (RULES.md 2.1)", async () => {
  const { dom } = await site.get("/en?q=a");
  const boxes = dom.querySelectorAll("form[role=search]");
  const checks = (form: (typeof boxes)[number]) => form.querySelector("[required], [minlength]");
  expect(boxes.filter((form) => checks(form) && !form.hasAttribute("novalidate"))).toEqual([]);
  expect(dom.querySelector("main [role=status]")?.text).toBe("Type at least 2 characters.");
  expect(dom.querySelectorAll(".grid li")).toHaveLength(15);
});

test("the live list gets at most ten perfumes as JSON, with addresses in the requested language", async () => {
  const answer = await site.get("/api/perfumes?q=aventus&lang=pt");
  expect(answer.headers.get("Content-Type")).toMatch(/json/);
  expect(JSON.parse(answer.html)[0]).toEqual({
    id: aventus,
    marca: "Creed",
    nombre: "Aventus",
    foto: null,
    dupes: 1,
    url: `/pt/perfume/creed-aventus-${aventus}`,
    dupe_of: [],
    best_dupe: null,
  });
  expect(JSON.parse((await site.get("/api/perfumes?q=scent&lang=es")).html)).toHaveLength(10);
  expect(JSON.parse((await site.get("/api/perfumes?q=a")).html)).toEqual([]);
  expect(JSON.parse((await site.get("/api/perfumes")).html)).toEqual([]);
});

test("a failed live search is an error that is not cached, never an empty list", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const failing = vi.spyOn(site.services.search, "find").mockRejectedValue(new Error("the disk"));
  const answer = await site.get("/api/perfumes?q=aventus&lang=de");
  expect([answer.status, JSON.parse(answer.html)]).toEqual([
    500,
    { error: translate("de", "messages:home.errorLoading") },
  ]);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(logged).toHaveBeenCalledOnce();
  failing.mockRestore();
  logged.mockRestore();
  expect((await site.get("/api/perfumes?q=aventus&lang=de")).status).toBe(200);
});

test.each([
  "NEAR(a b)",
  "'; drop table perfumes; --",
  "\u0000",
  "香水",
  "x".repeat(10_240),
  "\ud800",
])("a search for any text is answered with 200: %j", async (query) => {
  const q = encodeURIComponent(query.toWellFormed());
  expect((await site.get(`/es?q=${q}`)).status).toBe(200);
  expect(Array.isArray(JSON.parse((await site.get(`/api/perfumes?q=${q}`)).html))).toBe(true);
});

test("the film plays by itself on wide screens only, on phones with a control; readers with Save-Data get none, and the response varies by that header (RULES.md 11.5)", async () => {
  const plain = await site.get("/es");
  expect(
    plain.dom.querySelector("video[muted][loop][autoplay] source")?.getAttribute("media"),
  ).toContain("min-width");
  const onPhones = plain.dom.querySelector("video.narrow[muted][loop][controls][preload=none]")!;
  expect(onPhones.getAttribute("autoplay")).toBeUndefined();
  expect(onPhones.getAttribute("controlslist")).toContain("nodownload");
  for (const source of onPhones.querySelectorAll("source"))
    expect(source.getAttribute("media")).toContain("max-width");
  expect(plain.headers.get("Vary")).toContain("Save-Data");
  const saving = await site.get("/es", { "Save-Data": "on" });
  expect(saving.dom.querySelectorAll(".grid li")).toHaveLength(15);
  expect(saving.dom.querySelector("video")).toBeNull();
});
