import { describe, expect, test } from "vitest";
import { languageCodes } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { buildIndex, type SearchIndex } from "./engine.ts";

const catalogue: [marca: string, nombre: string, popularidad: number][] = [
  ["Dior", "Sauvage", 29_000],
  ["Dior", "Sauvage Elixir", 16_000],
  ["Dior", "J'adore", 27_000],
  ["Chanel", "Bleu de Chanel", 19_700],
  ["Chanel", "Bleu de Chanel Eau de Parfum", 19_000],
  ["Chanel", "N°5", 13_000],
  ["Chanel", "Coco Mademoiselle", 31_000],
  ["Creed", "Aventus", 25_000],
  ["Lancôme", "La Vie Est Belle", 33_000],
  ["Lancôme", "Trésor", 12_000],
  ["Viktor&Rolf", "Flowerbomb", 20_000],
  ["Yves Saint Laurent", "Libre", 19_000],
  ["Yves Saint Laurent", "Black Opium", 32_000],
  ["Yves Saint Laurent", "Y Eau de Parfum", 23_000],
  ["Jean Paul Gaultier", "Le Male", 22_000],
  ["Maison Francis Kurkdjian", "Baccarat Rouge 540", 26_000],
  ["Maison Martin Margiela", "Jazz Club", 18_000],
  ["Rabanne", "1 Million", 22_000],
  ["Mugler", "A*Men", 10_000],
  ["Dolce & Gabbana", "Light Blue", 0],
  ["Dolce & Gabbana", "Light Blue Intense", 0],
  ["Carolina Herrera", "Good Girl", 23_000],
  ["Carolina Herrera", "212 VIP", 5600],
  ["Lattafa Perfumes", "Khamrah", 22_900],
  ["Lattafa Perfumes", "Yara", 9000],
  ["Armaf", "Club de Nuit Intense Man", 0],
  ["Burberry", "Women", 7000],
  ["Xerjoff", "Alexandria II", 5900],
  ["Hermès", "24 Faubourg", 5000],
  ["Novaya", "Unicorn", 3],
  ["Avon", "Rose", 2],
  ["Guerlain", "Rose Barbare", 3000],
  ["Natura", "Kölnisch Rose", 900],
  ["Cacharel", "Amor Amor", 300],
  ["Cacharel", "Amor pour Homme", 2500],
  ["Comme des Garcons", "Clone", 200],
];

const index = await buildIndex(
  catalogue.map(([marca, nombre, popularidad], id) => ({ id, marca, nombre, popularidad })),
);
const ids = (searched: SearchIndex, query: string, limit?: number) =>
  searched.find(query, limit).map(({ id }) => id);
const names = (query: string, limit?: number) =>
  ids(index, query, limit).map((id) => catalogue[id]![1]);
const first = (query: string) => names(query)[0];

test.each([
  ["without accents", "lancome tresor", "Trésor"],
  ["in any order", "SAUVAGE DIOR", "Sauvage"],
  ["partly typed", "baccarat rou", "Baccarat Rouge 540"],
  ["partly typed", "avent", "Aventus"],
  ["with a typo", "aventis creed", "Aventus"],
  ["with swapped letters", "savauge", "Sauvage"],
  ["with a letter missing", "coco madmoiselle", "Coco Mademoiselle"],
  ["split", "flower bomb", "Flowerbomb"],
  ["written together", "blackopium", "Black Opium"],
  ["written together with its brand", "diorsauvage", "Sauvage"],
  ["written together", "lavieestbelle", "La Vie Est Belle"],
  ["without its apostrophe", "j adore", "J'adore"],
  ["without its apostrophe", "jadore", "J'adore"],
  ...["&", "and", "y", "e", "et", "und", ""].map((and) => [
    "with any word for and",
    `dolce ${and} gabbana light blue`,
    "Light Blue",
  ]),
  ["with an abbreviated brand", "d&g light blue", "Light Blue"],
  ["with a brand's initials", "jpg le male", "Le Male"],
  ["with a brand's initials", "mfk baccarat", "Baccarat Rouge 540"],
  ["with a brand's old name", "paco rabanne one million", "1 Million"],
  ["with a brand's other name", "replica jazz club", "Jazz Club"],
  ["by its initials", "br540", "Baccarat Rouge 540"],
  ["by its initials", "cdnim", "Club de Nuit Intense Man"],
  ["by its and its brand's initials", "jpg lm", "Le Male"],
  ["by initials without function words", "lvb", "La Vie Est Belle"],
  ["by initials of a flanker", "se dior", "Sauvage Elixir"],
  ...["n5", "chanel nº 5", "chanel no. 5", "chanel numero cinco", "chanel 5"].map((query) => [
    "with a number however written",
    query,
    "N°5",
  ]),
  ["with a number as a word", "un millon", "1 Million"],
  ["with a number written together", "212vip", "212 VIP"],
  ["with a Roman number", "alexandria 2", "Alexandria II"],
  ["with a number in words", "twenty four faubourg", "24 Faubourg"],
  ["by sound", "lattafa kamrah", "Khamrah"],
  ["by sound", "qamra", "Khamrah"],
  ["by sound", "yarra", "Yara"],
  ["with an umlaut as two letters", "koelnisch rose", "Kölnisch Rose"],
  ["translated", "la vida es bella", "La Vie Est Belle"],
  ["translated", "buena chica", "Good Girl"],
  ["with a concentration", "bleu de chanel edp", "Bleu de Chanel Eau de Parfum"],
  ["without a concentration", "bleu de chanel", "Bleu de Chanel"],
  ["with a strength", "sauvage elixir", "Sauvage Elixir"],
  ["with a concentration that no name has", "aventus eau de parfum", "Aventus"],
  ["made of words that say nothing", "burberry women", "Women"],
  ["made of words that say nothing", "clone comme des garcons", "Clone"],
  ["of one letter", "y ysl", "Y Eau de Parfum"],
  ["with a word typed twice", "cacharel amor amor", "Amor Amor"],
  ["written out, before a better known longer one", "rose", "Rose"],
  ["in a sentence", "i am looking for something like aventus but much cheaper please", "Aventus"],
  ["of a brand alone, the best known", "chanel", "Coco Mademoiselle"],
])("a name is found %s: %s", (_, query, name) => {
  expect(first(query!)).toBe(name);
});

test("a result that lacks a typed word is near, typos, fillers and strengths aside", () => {
  const near = (query: string) =>
    index
      .find(query)
      .filter(({ isNear }) => isNear)
      .map(({ id }) => catalogue[id]![1]);
  expect(near("dior sauvage elixir")).toEqual(["Sauvage"]);
  expect(near("creed aventus energy")).toEqual(["Aventus"]);
  for (const query of ["savauge", "diorsauvage", "dupe de aventus", "libre edp", "avent", "auvag"])
    expect([query, near(query)]).toEqual([query, []]);
});

test("a typed gender puts the men's bottle before the better known women's, and the reverse", async () => {
  const bottles = [
    ["Dolce & Gabbana", "Light Blue", 300, "women"],
    ["Dolce & Gabbana", "Light Blue Pour Homme", 5, null],
    ["Gucci", "Guilty", 171, "women"],
    ["Gucci", "Guilty Pour Homme", 5, null],
    ["Lacoste", "L.12.12", 200, "men"],
    ["Lacoste", "L.12.12 Pour Elle", 5, null],
  ] as const;
  const gendered = await buildIndex(
    bottles.map(([marca, nombre, popularidad, genero], id) => {
      return { id, marca, nombre, popularidad, genero };
    }),
  );
  const nombre = (query: string) => bottles[ids(gendered, query)[0]!]![1];
  for (const men of ["pour homme", "uomo", "hombre", "herren", "for men"])
    expect([men, nombre(`light blue ${men}`)]).toEqual([men, "Light Blue Pour Homme"]);
  expect(nombre("gucci guilty uomo")).toBe("Guilty Pour Homme");
  expect(nombre("gucci guilty donna")).toBe("Guilty");
  expect(nombre("lacoste 12 12 mujer")).toBe("L.12.12 Pour Elle");
});

const editions = (
  [
    ["Dior", "Sauvage", "edt", 2015],
    ["Dior", "Sauvage Eau de Parfum", "edp", 2018],
    ["Dior", "Sauvage Parfum", "parfum", 2019],
    ["Dior", "Sauvage Elixir", "extrait", 2021],
    ["Rabanne", "1 Million", "edt", 2008],
    ["Rabanne", "1 Million Elixir", "edp", 2022],
    ["Lattafa", "Khamrah", "edp", 2022],
    ["Lattafa", "Khamrah Qahwa", "edp", 2023],
    ["Guerlain", "Shalimar", null, 1925],
    ["Tom Ford", "Ombré Leather (2018)", "edp", 2018],
    ["Zara", "Rose", "edt", 2018],
    ["Zara", "Rose Garden", "edp", null],
  ] as const
).map(([marca, nombre, concentracion, anio], id) => {
  const popularidad = 100 - id;
  return { id, marca, nombre, popularidad, concentracion, anio };
});

describe("a bottle's concentration and year", async () => {
  const { find } = await buildIndex(editions);
  const typed = (query: string) =>
    find(query)
      .filter(({ isNear }) => !isNear)
      .map(({ id }) => editions[id]!.nombre);

  test.each([
    ["sauvage edp 2018", "Sauvage Eau de Parfum"],
    ["sauvage eau de parfum 2018", "Sauvage Eau de Parfum"],
    ["2018 sauvage dior", "Sauvage Eau de Parfum"],
    ["sauvage 2015", "Sauvage"],
    ["dior sauvage edt 2015", "Sauvage"],
    ["one million 2008", "1 Million"],
    ["khamrah 2023 lattafa", "Khamrah Qahwa"],
    ["shalimar 1925", "Shalimar"],
    ["zara rose edt 2018", "Rose"],
    ["ombre leather 2018", "Ombré Leather (2018)"],
  ])("count as typed though the name lacks them: %s", (query, nombre) => {
    expect(typed(query)).toEqual([nombre]);
  });

  test("a typed concentration puts its bottle first, but no flanker before the perfume", () => {
    expect(typed("sauvage edt")[0]).toBe("Sauvage");
    expect(typed("sauvage extrait")[0]).toBe("Sauvage Elixir");
    expect(typed("1 million edp")[0]).toBe("1 Million");
  });

  test("with another year a bottle is found, as not exactly what was typed", () => {
    expect(typed("sauvage 2011")).toEqual([]);
    expect(find("sauvage 2011")[0]).toEqual({ id: 0, isNear: true });
  });

  test("a year alone or beside nonsense finds no bottle of that year", () => {
    expect(typed("2018")).toEqual(["Ombré Leather (2018)"]);
    expect(find("xqwzy 2018")).toEqual(find("2018").filter(({ isNear }) => isNear));
  });
});

test.each([
  "équivalence sauvage",
  "contretype sauvage",
  "parfum qui ressemble à sauvage",
  "rappelle sauvage",
  "jumeau olfactif de sauvage",
  "même odeur que sauvage",
  "Parfumzwilling Sauvage",
  "günstige alternative zu sauvage",
  "Duft erinnert an Sauvage",
  "gleicher Duft wie Sauvage",
  "nachgemachtes Parfum von Sauvage",
  "knock-off of sauvage",
  "smells like sauvage",
  "cheaper than sauvage",
  "sauvage vibes",
  "inspirado en sauvage",
  "huele a sauvage",
  "se parece a sauvage",
  "sauvage para hombre 100 ml barato",
  "lembra sauvage",
  "perfume que se parece com sauvage",
  "mesmo cheiro do sauvage",
  "contra tipo sauvage",
  "profumi equivalenti sauvage",
  "ricorda sauvage",
  "gemello olfattivo di sauvage",
  "stesso profumo di sauvage",
  "altenative to sauvage",
  "smels like sauvage",
  "rieht wie sauvage",
  "similie a sauvage",
  "contratipu do sauvage",
])("words for a look-alike are no part of a name: %s", (query) => {
  expect(index.find(query)[0]).toEqual({ id: 0, isNear: false });
});

test.each(languageCodes)("what a page says of a look-alike finds its original: %s", (language) => {
  const { t } = translatorIn(language);
  expect(index.find(t("ui:search.resembles", { like: "Sauvage" }))[0]).toEqual({
    id: 0,
    isNear: false,
  });
});

test("a name that has a word for a look-alike is found by it", async () => {
  const bottles = [
    ["L'Artisan Parfumeur", "Rappelle Toi"],
    ["Raphael", "Réplique"],
    ["Maison Margiela", "Replica Beach Walk"],
    ["Charriol", "Show Off"],
    ["Dior", "Sauvage"],
  ] as const;
  const known = await buildIndex(
    bottles.map(([marca, nombre], id) => ({ id, marca, nombre, popularidad: id === 4 ? 300 : 0 })),
  );
  const found = (query: string) => known.find(query)[0];
  for (const [id, [, nombre]] of bottles.entries())
    expect(found(nombre)).toEqual({ id, isNear: false });
  expect(found("réplique sauvage")).toEqual({ id: 4, isNear: false });
});

test("several filler words do not hide the brand beside them", async () => {
  const bottles = [
    ["Lidl", "Suddenly Woman"],
    ["Chloé", "Chloé Eau de Parfum"],
    ["Elie Saab", "Le Parfum"],
  ] as const;
  const known = await buildIndex(
    bottles.map(([marca, nombre], id) => ({ id, marca, nombre, popularidad: 0 })),
  );
  for (const query of ["lidl parfum dupe", "lidl perfume barato parecido a"])
    expect([query, ids(known, query)]).toEqual([query, [0]]);
  expect(ids(known, "perfume barato parecido")).toEqual([]);
});

test.each([
  "sauvage 20€",
  "Sauvage £20",
  "dupe de sauvage 19,90 €",
  "sauvage for $ 20",
  "20 euros sauvage",
])("a price is no part of a name: %s", (query) => {
  expect(index.find(query)[0]).toEqual({ id: 0, isNear: false });
});

test("a query that ends in a function word prefers names that continue it", async () => {
  const nights = await buildIndex([
    { id: 1, marca: "Rabanne", nombre: "La Nuit", popularidad: 827 },
    { id: 2, marca: "Yves Saint Laurent", nombre: "La Nuit de l'Homme", popularidad: 22_975 },
    { id: 3, marca: "Lancôme", nombre: "La Vie Est Belle", popularidad: 33_000 },
  ]);
  expect(ids(nights, "la nuit de")).toEqual([2, 1]);
  expect(ids(nights, "la nuit")[0]).toBe(1);
});

test("letters inside a word find it when nothing better matches, the best known first", () => {
  expect(names("auva").slice(0, 2)).toEqual(["Sauvage", "Sauvage Elixir"]);
  expect(first("dior auva")).toBe("Sauvage");
  expect(first("hamra")).toBe("Khamrah");
  expect(first("nicor")).toBe("Unicorn");
  // Three letters are too few, and a prefix match is better.
  expect(names("uva")).toEqual([]);
  expect(names("avent")).toEqual(["Aventus"]);
});

test("nonsense finds nothing", () => {
  const nonsense = [
    "asdfghjkl",
    "qwerty zxcv",
    "xxxxxx",
    "hola que tal",
    "sdfg",
    "wxyzwq",
    "hello how are you",
    "lkj",
    "999999",
  ];
  for (const query of nonsense) expect(names(query), query).toEqual([]);
});

test("any text gets an answer", () => {
  const texts = [
    "",
    "   ",
    '"',
    "%",
    "_",
    "a OR b",
    "😀",
    "你好世界",
    "مرحبا",
    "\0\uffff",
    "\ud800",
  ];
  texts.push("a".repeat(10_000), "dior ".repeat(2000), "é".repeat(500), "__proto__", "constructor");
  for (const text of texts) expect(Array.isArray(ids(index, text)), text.slice(0, 20)).toBe(true);
  expect(first('"dior" *sauvage* %')).toBe("Sauvage");
  expect(first("диор")).toBe("Sauvage");
});

test("there are no more results than the limit, ten by default", () => {
  expect(names("chanel", 2)).toHaveLength(2);
  expect(ids(index, "chanel", 0)).toEqual([]);
  expect(ids(index, "rose", 1)).toHaveLength(1);
});

test("a full name is found despite a meaningless word", () => {
  expect(first("good girl asdfgh")).toBe("Good Girl");
  expect(names("girl asdfgh")).toEqual([]);
});

describe("bottles with other names and codes", async () => {
  const bottles = await buildIndex([
    { id: 1, marca: "Kayali", nombre: "Vanilla 28", popularidad: 9000 },
    {
      id: 2,
      marca: "Zara",
      nombre: "Red Temptation",
      popularidad: 50,
      otherNames: ["Rouge Spell"],
    },
    { id: 3, marca: "Divina", nombre: "Rose No 305", popularidad: 0, otherNames: ["305-KAY"] },
    { id: 4, marca: "Divina", nombre: "142-MAN", popularidad: 0 },
    {
      id: 5,
      marca: "Divina",
      nombre: "Rose No 30",
      popularidad: 0,
      otherNames: ["30-KAY", "Thirty"],
    },
    { id: 6, marca: "Chanel", nombre: "Rouge", popularidad: 9000 },
  ]);

  test("an alias finds its bottle once", () => {
    expect(ids(bottles, "rouge spell")).toEqual([2]);
    expect(ids(bottles, "zara rouge spell")[0]).toBe(2);
    expect(ids(bottles, "zara")).toEqual([2]);
    expect(ids(bottles, "divina").toSorted()).toEqual([3, 4, 5]);
  });

  test.each(["305-KAY", "305kay", "305 kay", "305KAY", "kay 305", "305‑Kay", "divina 305-kay"])(
    "the code %j finds its bottle",
    (code) => {
      expect(ids(bottles, code)[0]).toBe(3);
    },
  );

  test("a code typed in full comes before a name that begins with it", async () => {
    const kenzo = await buildIndex([
      { id: 1, marca: "Kenzo Cool", nombre: "751", popularidad: 900 },
      { id: 2, marca: "Divina", nombre: "Jeu", popularidad: 0, otherNames: ["751-KEN"] },
    ]);
    expect(ids(kenzo, "751ken")[0]).toBe(2);
    expect(ids(kenzo, "751 kenz")[0]).toBe(1);
  });

  test("a bottle name that is a code and resembles a word is found in every spelling", () => {
    for (const code of ["142-MAN", "142man", "142 man"]) expect(ids(bottles, code)[0]).toBe(4);
  });
});

test("an exactly typed look-alike comes before a popular bottle with a similar name", async () => {
  const raghba = { id: 1, marca: "Lattafa Perfumes", nombre: "Raghba", popularidad: 20_000 };
  const wood = { id: 2, marca: "Lattafa", nombre: "Raghba", popularidad: 0 };
  const plain = await buildIndex([raghba, wood]);
  expect(ids(plain, "lattafa raghba")[0]).toBe(1);
  const known = await buildIndex([raghba, { ...wood, isLookalike: true }]);
  expect(ids(known, "lattafa raghba")[0]).toBe(2);
  expect(ids(known, "raghba lattafa")[0]).toBe(2);
  expect(ids(known, "lattafa perfumes raghba")[0]).toBe(1);
  expect(ids(known, "lattafa ragba")[0]).toBe(1);
});

test("word order decides between names with the same words", async () => {
  const pair = [
    { id: 1, marca: "Amouage", nombre: "Gold Woman", popularidad: 2000 },
    { id: 2, marca: "Kilian", nombre: "Woman in Gold", popularidad: 1900 },
  ];
  const small = await buildIndex(pair);
  expect(ids(small, "woman in gold")[0]).toBe(2);
  expect(ids(small, "gold woman")[0]).toBe(1);
});

test("a perfume named like its brand comes before the brand's other perfumes", async () => {
  const own = [
    { id: 1, marca: "Hugo Boss", nombre: "Boss Bottled", popularidad: 12_000 },
    { id: 2, marca: "Hugo Boss", nombre: "Hugo", popularidad: 5000 },
  ];
  expect(ids(await buildIndex(own), "hugo")[0]).toBe(2);
});

describe("when nothing is found", () => {
  const nearest = (query: string) => index.nearest(query, 3).map((id) => catalogue[id]![1]);

  test("similar names are offered, but none for nonsense", () => {
    for (const [query, name] of [
      ["baccara roug sisko", "Baccarat Rouge 540"],
      ["black opyum ilicit green", "Black Opium"],
      ["khamra caffe", "Khamrah"],
    ] as const) {
      expect([query, names(query)]).toEqual([query, []]);
      expect([query, nearest(query)]).toEqual([query, expect.arrayContaining([name])]);
    }
    for (const nonsense of ["asdfghjkl", "zzxxqq", "", "   ", "laundry detergent"])
      expect([nonsense, nearest(nonsense)]).toEqual([nonsense, []]);
  });

  test("search results are also among the nearest", () => {
    expect(nearest("dior sauvage")[0]).toBe("Sauvage");
  });

  const brandIn = (text: string) => {
    const [found] = index.brandsIn(text);
    return found && [catalogue[found.perfume]![0], found.rest];
  };

  test("a brand at either end of a text is split off, and the rest stays as typed", () => {
    expect(brandIn("Dior  Zzyzx Noir")).toEqual(["Dior", "Zzyzx Noir"]);
    expect(brandIn("Zzyzx de YSL")).toEqual(["Yves Saint Laurent", "Zzyzx"]);
    expect(brandIn("Zzyzx by jean paul gaultier")).toEqual(["Jean Paul Gaultier", "Zzyzx"]);
    expect(brandIn("LANCOME Zzyzx l'Élixir")).toEqual(["Lancôme", "Zzyzx l'Élixir"]);
    expect(brandIn("viktor & rolf Zzyzx")).toEqual(["Viktor&Rolf", "Zzyzx"]);
    expect(brandIn("d&g Zzyzx")).toEqual(["Dolce & Gabbana", "Zzyzx"]);
    expect(brandIn("creed")).toEqual(["Creed", ""]);
  });

  test("a name with its brand in the middle, or without a brand, stays whole", () => {
    for (const text of ["Zzyzx Dior Noir", "Zzyzx", "", " ", "d", `"><b>`, "x ".repeat(5000)])
      expect([text, brandIn(text)]).toEqual([text, undefined]);
  });
});

test("entries can be streamed, and ids are chosen by the caller", async () => {
  async function* entries() {
    yield { id: 7_000_000_001, marca: "Dior", nombre: "Sauvage", popularidad: 3 };
  }
  const small = await buildIndex(entries());
  expect(ids(small, "sauvage")).toEqual([7_000_000_001]);
});

test("an empty catalogue has no results", async () => {
  expect((await buildIndex([])).find("dior")).toEqual([]);
});

test("an index build does not block other work", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const many = Array.from({ length: 20_000 }, (_, id) => ({
    id,
    marca: `Brand ${id % 300}`,
    nombre: `Name ${id}`,
    popularidad: id,
  }));
  await buildIndex(many);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
