import { afterAll, beforeAll, expect, test } from "vitest";
import { findByName } from "#app/domain/catalog/bottles.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { dataOf, expectAsShown, texts } from "../support/structured-data.ts";

const site = await openSite();
afterAll(() => site.close());

const notas = "saffron|jasmine|amberwood|ambergris|fir resin|cedar";
let rouge: string;
let barakkat: string;
let alone: string;

beforeAll(async () => {
  const { db } = site;
  const facts = { concentracion: "edp", anio: 2015, genero: "unisex" } as const;
  const id = await addPerfume(db, "Kurkdjian", "Rouge", { ...facts, familia: "floral", notas });
  await addPerfume(db, "Lyn", "Barakkat", { concentracion: "edt" });
  await addPerfume(db, "Maison Alhambra Dubai", "Barouge", { concentracion: "edt" });
  await addPerfume(db, "Zara", "Alike", { concentracion: "edp" });
  for (const [marca, nombre] of [
    ["Lyn", "Barakkat"],
    ["Maison Alhambra Dubai", "Barouge"],
    ["Zara", "Alike"],
    ["Zara", "Unknown"],
  ] as const)
    await addDupe(db, id, marca, nombre, { likes: 9 });
  rouge = `/perfume/kurkdjian-rouge-${id}`;
  const dupe = await findByName(db, { marca: "Lyn", nombre: "Barakkat" });
  barakkat = `/perfume/lyn-barakkat-${dupe!.id}`;
  const lonely = { ...facts, familia: "woody <b>", notas: `${notas}|بخور|<i>moon</i>` };
  alone = `/perfume/zara-lonely-${await addPerfume(db, "Zara", "Lonely", lonely)}`;
  await addPerfume(db, "Dior", "Sauvage", { concentracion: "edt", anio: 2015 });
  await addPerfume(db, "Dior", "Sauvage Eau de Parfum", { concentracion: "edp", anio: 2018 });
  await addPerfume(db, "Dior", "Poison", { concentracion: "edp", anio: 1985 });
});

test.each([
  ["es", "Eau de parfum · 2015 · azafrán, jazmín"],
  ["en", "Eau de parfum · 2015 · saffron, jasmine"],
  ["fr", "Eau de parfum · 2015 · safran, jasmin"],
  ["de", "Eau de Parfum · 2015 · Safran, Jasmin"],
  ["it", "Eau de parfum · 2015 · zafferano, gelsomino"],
  ["pt", "Eau de parfum · 2015 · açafrão, jasmim"],
])("in %s a line says what is in the bottle, and opens to say all of it", async (code, line) => {
  const page = await site.get(`/${code}${rouge}`);
  const [first] = texts(page, ".in-it summary");
  expect(first).toContain(line);
  expect(first!.length).toBeLessThanOrEqual(46);
  expect(texts(page, ".in-it dd").at(-1)!.split(", ")).toHaveLength(notas.split("|").length);
});

test("a bottle of which nothing is known has no such line", async () => {
  const id = await addPerfume(site.db, "Zara", "Blank");
  const page = await site.get(`/en/perfume/zara-blank-${id}`);
  expect(page.dom.querySelector(".in-it")).toBeNull();
  expect(dataOf(page).Product).not.toHaveProperty("additionalProperty");
});

test("a card names a concentration that differs from the page's, in the same words as everywhere on it", async () => {
  const dupes = texts(await site.get(`/en${rouge}`), ".about p");
  expect(dupes.toSorted()).toEqual([
    "Lyn · Eau de toilette",
    "Maison Alhambra Dubai · Eau de toilette",
    "Zara",
    "Zara",
  ]);
  expect(texts(await site.get(`/en${barakkat}`), ".about p")).toEqual([
    "Kurkdjian · Eau de parfum",
  ]);
});

test("structured data says what the page says", async () => {
  const page = await site.get(`/en${rouge}`);
  expectAsShown(page);
  const { releaseDate, additionalProperty } = dataOf(page).Product;
  const said = additionalProperty.flatMap(({ name, value }: any) => [name, value]);
  const listed = texts(page, ".in-it :is(dt, dd)").filter(
    (text) => text !== "Launch year" && text !== releaseDate,
  );
  expect(said).toEqual(listed);
});

test("without dupes and originals the page lists everything, as it was written where a word is unknown", async () => {
  for (const code of languageCodes) {
    const page = await site.get(`/${code}${alone}`);
    const values = texts(page, ".in-it dd");
    expect(values).toHaveLength(5);
    expect(page.html).not.toMatch(/<b>|<i>/u);
    expect(values.at(-1)).toMatch(/, \u2068بخور\u2069, <i>moon<\/i>$/u);
    const { releaseDate, additionalProperty } = dataOf(page).Product;
    expect([releaseDate, additionalProperty.length]).toEqual(["2015", 4]);
    const ways = page.dom.querySelectorAll(".empty a").map((link) => link.getAttribute("href"));
    expect(ways).toContain(`/${code}${alone}?suggest=dupe#suggest`);
    const forms = page.dom.querySelectorAll('a[href$="?suggest=facts"]');
    expect(forms.map((link) => link.getAttribute("href"))).toEqual([
      `/${code}${alone}?suggest=facts`,
    ]);
    expect(ways).toContain(`/${code}${alone}?suggest=facts`);
  }
  const english = texts(await site.get(`/en${alone}`), ".in-it dl div");
  expect(english.slice(0, 3)).toEqual([
    "ConcentrationEau de parfum",
    "Launch year2015",
    "Made forUnisex",
  ]);
});

test("JSON search has concentration and year where known (RULES.md 11.7)", async () => {
  const { html } = await site.get("/api/perfumes?q=dior+sauvage+edp+2018&lang=en");
  const [first] = JSON.parse(html);
  expect(first).toMatchObject({
    nombre: "Sauvage Eau de Parfum",
    concentracion: "edp",
    anio: 2018,
  });
  expect(first).not.toHaveProperty("near");
  const [unknown] = JSON.parse((await site.get("/api/perfumes?q=zara+unknown")).html);
  expect(Object.keys(unknown)).not.toContain("concentracion");
  expect(Object.keys(unknown)).not.toContain("anio");
});

test("results of one name say their concentration and year, others do not", async () => {
  const page = await site.get("/fr?q=dior");
  const said = texts(page, ".pick").map((text) => /(Eau de \w+ · \d+)/u.exec(text)?.[1]);
  expect(said.filter(Boolean).toSorted()).toEqual([
    "Eau de parfum · 2018",
    "Eau de toilette · 2015",
  ]);
});
