import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { translate } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let aventus: number;

beforeAll(async () => {
  aventus = await addPerfume(site.db, "Creed", "Aventus", { popularidad: 50 });
  await addDupe(site.db, aventus, "Armaf", "Club de Nuit Intense Man");
  for (let i = 1; i <= 19; i++)
    await addPerfume(site.db, `Brand ${i}`, `Scent ${i}`, { popularidad: i });
});

test("the grid shows fifteen perfumes, the most popular of all time while nobody has looked", async () => {
  const { dom } = await site.get("/es");
  const cards = dom.querySelectorAll(".grid h3").map((card) => card.text);
  expect(cards).toHaveLength(15);
  expect(cards.slice(0, 2)).toEqual(["Aventus", "Scent 19"]);
});

test("what is opened this month comes first, and the popular fill up", async () => {
  const { dom } = await site.get("/es");
  const last = dom.querySelectorAll(".grid a").at(-1)!;
  await site.get(last.getAttribute("href")!);
  await site.flushViews();
  // The page itself is up to 60 s old; another address renders the same grid again.
  const after = (await site.get("/es?q=")).dom
    .querySelectorAll(".grid h3")
    .map((card) => card.text);
  expect(after.slice(0, 2)).toEqual([last.text, "Aventus"]);
  expect(after).toHaveLength(15);
});

test("searching without JavaScript lists links to the perfumes' pages in the page's language", async () => {
  for (const code of languageCodes) {
    const { dom } = await site.get(`/${code}?q=aventus+creed`);
    expect(dom.querySelector(".grid a")?.getAttribute("href")).toBe(
      `/${code}/perfume/creed-aventus-${aventus}`,
    );
    expect(dom.querySelector("input[name=q]")?.getAttribute("value")).toBe("aventus creed");
    expect(dom.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    expect(dom.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
      `${site.origin}/${code}`,
    );
    expect(dom.querySelectorAll("link[rel=alternate][hreflang]")).toHaveLength(0);
  }
});

test("a search without results says so and offers to suggest a perfume", async () => {
  const { dom } = await site.get("/en?q=asdfghjkl");
  expect(dom.querySelector(".empty h2")?.text).toBe("No perfume found for “asdfghjkl”");
  expect(dom.querySelector("a[href='/en?suggest=perfume#suggest']")?.text).toBe(
    "Suggest a perfume",
  );
  expect(dom.querySelectorAll(".grid li")).toHaveLength(0);
});

test("a single character is too short to search, and the grid stays", async () => {
  const { dom } = await site.get("/en?q=a");
  expect(dom.querySelector("main [role=status]")?.text).toBe("Type at least 2 characters.");
  expect(dom.querySelectorAll(".grid li")).toHaveLength(15);
});

test("the live list gets at most ten perfumes as JSON, with addresses in the language asked for", async () => {
  const answer = await site.get("/api/perfumes?q=aventus&lang=pt");
  expect(answer.headers.get("Content-Type")).toMatch(/json/);
  expect(JSON.parse(answer.html)[0]).toEqual({
    id: aventus,
    marca: "Creed",
    nombre: "Aventus",
    foto: null,
    dupes: 1,
    url: `/pt/perfume/creed-aventus-${aventus}`,
  });
  expect(JSON.parse((await site.get("/api/perfumes?q=scent&lang=es")).html)).toHaveLength(10);
  expect(JSON.parse((await site.get("/api/perfumes?q=a")).html)).toEqual([]);
  expect(JSON.parse((await site.get("/api/perfumes")).html)).toEqual([]);
});

test("a live search that fails is an error, which nobody keeps, and never an empty list", async () => {
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
  `"`,
  "*",
  "NEAR(a b)",
  "%",
  "_",
  "AND OR NOT",
  "'; drop table perfumes; --",
  "\u0000",
  "😀😀",
  "香水",
  "عطر",
  "x".repeat(10_240),
  "\ud800",
])("a search for any text is answered with 200: %j", async (query) => {
  const q = encodeURIComponent(query.toWellFormed());
  expect((await site.get(`/es?q=${q}`)).status).toBe(200);
  expect(Array.isArray(JSON.parse((await site.get(`/api/perfumes?q=${q}`)).html))).toBe(true);
});

test("the film is left out for those who save data, and the answer says that it varies", async () => {
  const plain = await site.get("/es");
  expect(
    plain.dom.querySelector("video[muted][loop][autoplay] source")?.getAttribute("media"),
  ).toContain("min-width");
  expect(plain.headers.get("Vary")).toContain("Save-Data");
  const saving = await site.get("/es", { "Save-Data": "on" });
  expect(saving.dom.querySelectorAll(".grid li")).toHaveLength(15);
  expect(saving.dom.querySelector("video")).toBeNull();
});
