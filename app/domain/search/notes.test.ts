import { beforeAll, expect, test } from "vitest";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { noteIn } from "#app/i18n/fact-words.server.ts";
import type { Db } from "#db/database.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { createPerfumeSearch, type PerfumeSearch } from "./perfume-search.ts";

let db: Db;
let search: PerfumeSearch;

const bottles: [marca: string, nombre: string, popularidad: number, notes: string][] = [
  ["Maison Francis Kurkdjian", "Baccarat Rouge 540", 299, "saffron|jasmine|amberwood|cedar"],
  ["Lattafa", "Ana Abiyedh Rouge", 120, "saffron|jasmine sambac|cedarwood"],
  ["Tom Ford", "Tobacco Vanille", 200, "tobacco leaf|vanilla|cocoa"],
  ["Zara", "Red Temptation", 260, "saffron|amber"],
  ["Parfums de Marly", "Herod", 180, "tobacco|bourbon vanilla|pink pepper"],
  ["Mugler", "Alien", 250, "jasmine|amber"],
  ["Byredo", "Vanille Antique", 60, "musk"],
  ["Nishane", "Ani", 90, "ginger|vanilla"],
  ["Prada", "Amber", 10, "patchouli"],
  ["Chanel", "Jasmine", 5, "rose"],
  ["Creed", "Aventus", 280, "lily of the valley|iso e super|orange blossom|Aurantiol"],
];

beforeAll(async () => {
  db = await freshDatabase();
  for (const [marca, nombre, popularidad, notas] of bottles)
    await addPerfume(db, marca, nombre, { popularidad, notas });
  search = createPerfumeSearch(db);
});

const found = async (query: string) =>
  (await search.find(query)).perfumes.map(({ nombre, isNear }) => (isNear ? `~${nombre}` : nombre));

test.each([
  "azafrán jazmín",
  "azafran jazmin",
  "Safran Jasmin",
  "saffron jasmine",
  "zafferano, gelsomino",
  "açafrão e jasmim",
  "perfume con notas de azafrán y jazmín",
  "jasmin safran",
  "saffron + jasmine for women 100 ml",
  "safron jasmine",
  "azafrán jaz",
])(
  "bottles with both notes come first, then those with one, each by popularity: %s",
  async (query) => {
    expect((await found(query)).filter((name) => name !== "~Jasmine")).toEqual([
      "Baccarat Rouge 540",
      "Ana Abiyedh Rouge",
      "~Red Temptation",
      "~Alien",
    ]);
  },
);

test.each(languageCodes)(
  "two notes by their words in a language find both: %s",
  async (language) => {
    const [tobacco, vanilla] = [noteIn(language, "tobacco"), noteIn(language, "vanilla")];
    const names = await found(`${vanilla} ${tobacco}`);
    expect(names.slice(0, 2)).toEqual(["Tobacco Vanille", "Herod"]);
    expect((await search.find(`${vanilla} ${tobacco}`)).perfumes[1]!.notes).toEqual([
      "tobacco",
      "bourbon vanilla",
    ]);
  },
);

test("a name comes before a note", async () => {
  expect(await found("Amber")).toEqual(["Amber", "Red Temptation", "Alien"]);
  expect((await found("vanille")).slice(0, 2).toSorted()).toEqual([
    "Tobacco Vanille",
    "Vanille Antique",
  ]);
  expect((await found("vanille")).slice(2)).toEqual(["Herod", "Ani"]);
  expect((await search.find("Amber")).perfumes[0]).not.toHaveProperty("notes");
});

test.each([
  ["lily of the valley", "Aventus"],
  ["lirio do vale iso e super", "Aventus"],
  ["fleur d’oranger", "Aventus"],
  ["aurantiol", "Aventus"],
  ["pimienta vainilla", "Herod"],
])(
  "notes of several words, of their kind and of no table are understood: %s",
  async (query, name) => {
    expect((await found(query))[0]).toBe(name);
  },
);

test.each([
  "saffron sauvage",
  "qwertz",
  "azafrán qwertz",
  "jazmín zzxx yyww vvuu",
  "notas",
  "con y",
])("a word that names no note asks for none: %s", async (query) => {
  const { perfumes } = await search.find(query);
  expect(perfumes.filter(({ notes }) => notes)).toEqual([]);
});

test("of thirty words and more the first thirty are read", async () => {
  const many = "saffron jasmine oud rose vanilla musk amber cedar iris mint ".repeat(20);
  expect((await found(many))[0]).toBe("~Baccarat Rouge 540");
  expect((await found(`${"jasmine ".repeat(29)}amber`))[0]).toBe("Alien");
  expect((await found(`${"jasmine ".repeat(30)}amber`))[0]).not.toBe("Alien");
  const thirty = [..."abcdefghijklmnopqrstuvwxyzäöüß"].map((letter) => `${letter}q`).join(" ");
  expect(await found(`${thirty} saffron jasmine`)).toEqual([]);
});

test("changed notes are found at once", async () => {
  const own = createPerfumeSearch(db);
  expect((await own.find("kiwi")).count).toBe(0);
  await db.updateTable("perfumes").set({ notas: "kiwi" }).where("nombre", "=", "Ani").execute();
  await catalogChanged(db);
  await own.warm();
  expect((await own.find("kiwi")).perfumes.map(({ nombre }) => nombre)).toEqual(["Ani"]);
});
