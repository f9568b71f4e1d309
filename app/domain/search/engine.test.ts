import { describe, expect, test } from "vitest";
import { languageCodes } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { buildIndex } from "./engine.ts";

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
const names = (query: string, limit?: number) =>
  index.search(query, limit).map((id) => catalogue[id]![1]);
const first = (query: string) => names(query)[0];

test("brand and name are found in any order, with or without accents and capitals", () => {
  expect(first("dior sauvage")).toBe("Sauvage");
  expect(first("SAUVAGE DIOR")).toBe("Sauvage");
  expect(first("lancome tresor")).toBe("Trésor");
});

test("a partly typed name is found", () => {
  expect(first("baccarat rou")).toBe("Baccarat Rouge 540");
  expect(first("avent")).toBe("Aventus");
});

test("typos and swapped letters are forgiven", () => {
  expect(first("aventis creed")).toBe("Aventus");
  expect(first("savauge")).toBe("Sauvage");
  expect(first("coco madmoiselle")).toBe("Coco Mademoiselle");
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

test("split words and words written together are found", () => {
  expect(first("flower bomb")).toBe("Flowerbomb");
  expect(first("blackopium")).toBe("Black Opium");
  expect(first("diorsauvage")).toBe("Sauvage");
  expect(first("lavieestbelle")).toBe("La Vie Est Belle");
});

test("apostrophes are ignored", () => {
  expect(first("j adore")).toBe("J'adore");
  expect(first("jadore")).toBe("J'adore");
});

test("the word for and matches in every language, as a sign or left out", () => {
  for (const and of ["&", "and", "y", "e", "et", "und", ""])
    expect(first(`dolce ${and} gabbana light blue`)).toBe("Light Blue");
  expect(first("d&g light blue")).toBe("Light Blue");
});

test("brands are found by abbreviations, initials and old names", () => {
  expect(first("ysl libre")).toBe("Libre");
  expect(first("jpg le male")).toBe("Le Male");
  expect(first("mfk baccarat")).toBe("Baccarat Rouge 540");
  expect(first("paco rabanne one million")).toBe("1 Million");
  expect(first("thierry mugler a men")).toBe("A*Men");
  expect(first("replica jazz club")).toBe("Jazz Club");
});

test("perfumes are found by their initials", () => {
  expect(first("br540")).toBe("Baccarat Rouge 540");
  expect(first("cdnim")).toBe("Club de Nuit Intense Man");
  expect(first("jpg lm")).toBe("Le Male");
});

test("numbers are found as digits, words, ordinals and Roman numerals", () => {
  for (const query of ["n5", "chanel nº 5", "chanel no. 5", "chanel numero cinco", "chanel 5"])
    expect(first(query)).toBe("N°5");
  expect(first("un millon")).toBe("1 Million");
  expect(first("212vip")).toBe("212 VIP");
  expect(first("alexandria 2")).toBe("Alexandria II");
  expect(first("twenty four faubourg")).toBe("24 Faubourg");
});

test("Arabic names and umlauts are found by sound", () => {
  expect(first("lattafa kamrah")).toBe("Khamrah");
  expect(first("qamra")).toBe("Khamrah");
  expect(first("yarra")).toBe("Yara");
  expect(first("koelnisch rose")).toBe("Kölnisch Rose");
});

test("a translated name is found", () => {
  expect(first("la vida es bella")).toBe("La Vie Est Belle");
  expect(first("buena chica")).toBe("Good Girl");
});

test("a concentration is a preference; without one the plain perfume comes first", () => {
  expect(first("bleu de chanel edp")).toBe("Bleu de Chanel Eau de Parfum");
  expect(first("bleu de chanel")).toBe("Bleu de Chanel");
  expect(first("sauvage elixir")).toBe("Sauvage Elixir");
  expect(first("aventus eau de parfum")).toBe("Aventus");
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
  const { search } = await buildIndex(
    bottles.map(([marca, nombre, popularidad, genero], id) => {
      return { id, marca, nombre, popularidad, genero };
    }),
  );
  const nombre = (query: string) => bottles[search(query)[0]!]![1];
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

test("filler words in six languages do no harm", () => {
  const queries = [
    "clon de aventus",
    "dupe of aventus",
    "günstige alternative zu aventus",
    "imitation de aventus",
  ];
  queries.push(
    "profumo simile a aventus",
    "perfume parecido com aventus",
    "aventus para hombre 100 ml barato",
  );
  queries.push("i am looking for something that smells like creed aventus but much cheaper please");
  for (const query of queries) expect(first(query)).toBe("Aventus");
});

test.each([
  "équivalence sauvage",
  "équivalences de Sauvage",
  "contretype sauvage",
  "parfum générique sauvage",
  "réplique de sauvage",
  "parfum qui ressemble à sauvage",
  "parfum ressemblant à sauvage",
  "proche de sauvage",
  "rappelle sauvage",
  "jumeau olfactif de sauvage",
  "inspiré de sauvage",
  "Parfumzwilling Sauvage",
  "Parfümzwillinge Sauvage",
  "Duftzwilling Sauvage",
  "duftdupe sauvage",
  "imitat sauvage",
  "fälschung sauvage",
  "Duft erinnert an Sauvage",
  "ähnelt Sauvage",
  "generic sauvage",
  "knockoff sauvage",
  "knock-off of sauvage",
  "fake sauvage",
  "sauvage replica",
  "reminiscent of sauvage",
  "smells like sauvage",
  "dupe de sauvage",
  "clon de sauvage",
  "inspirado en sauvage",
  "huele a sauvage",
  "se parece a sauvage",
  "me recuerda a sauvage",
  "genérico de sauvage",
  "contratipo sauvage",
  "lembra sauvage",
  "perfume que se parece com sauvage",
  "profumi equivalenti sauvage",
  "alternativa a sauvage",
  "ricorda sauvage",
  "somiglia a sauvage",
  "gemello olfattivo di sauvage",
  "cheaper than sauvage",
  "close to sauvage",
  "sauvage vibes",
  "colonia que huela a sauvage",
  "même odeur que sauvage",
  "gleicher Duft wie Sauvage",
  "stesso profumo di sauvage",
  "uguale a sauvage",
  "odora come sauvage",
  "contra tipo sauvage",
  "quel parfum se rapproche de sauvage",
  "nachgemachtes Parfum von Sauvage",
  "Parfüm das nach Sauvage riecht",
  "parfum qui sent pareil que sauvage",
  "mesmo cheiro do sauvage",
  "altenative to sauvage",
  "similiar to sauvage",
  "smels like sauvage",
  "equivalensia sauvage",
  "alternatiba a sauvage",
  "equivalant de sauvage",
  "rieht wie sauvage",
  "dufftzwilling sauvage",
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
    expect([query, known.search(query)]).toEqual([query, [0]]);
  expect(known.search("perfume barato parecido")).toEqual([]);
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

test("names made of filler words are still found", () => {
  expect(first("burberry women")).toBe("Women");
  expect(first("clone comme des garcons")).toBe("Clone");
  expect(first("y ysl")).toBe("Y Eau de Parfum");
});

test("an exact name comes before a popular longer one, and popularity decides among equals", () => {
  expect(first("rose")).toBe("Rose");
  expect(names("chanel")[0]).toBe("Coco Mademoiselle");
});

test("a word typed twice must be there twice", () => {
  expect(first("cacharel amor amor")).toBe("Amor Amor");
});

test("initials can omit function words, or be those of a flanker's original", () => {
  expect(first("lvb lancome")).toBe("La Vie Est Belle");
  expect(first("lvb")).toBe("La Vie Est Belle");
  expect(first("se dior")).toBe("Sauvage Elixir");
});

test("a query that ends in a function word prefers names that continue it", async () => {
  const nights = await buildIndex([
    { id: 1, marca: "Rabanne", nombre: "La Nuit", popularidad: 827 },
    { id: 2, marca: "Yves Saint Laurent", nombre: "La Nuit de l'Homme", popularidad: 22_975 },
    { id: 3, marca: "Lancôme", nombre: "La Vie Est Belle", popularidad: 33_000 },
  ]);
  expect(nights.search("la nuit de")).toEqual([2, 1]);
  expect(nights.search("la nuit")[0]).toBe(1);
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
    "*",
    "%",
    "_",
    "NEAR(",
    "a OR b",
    "'; drop table perfumes",
    "😀",
    "你好世界",
    "مرحبا",
    "\0\uffff",
    "\ud800",
  ];
  texts.push("a".repeat(10_000), "dior ".repeat(2000), "é".repeat(500), "__proto__", "constructor");
  for (const text of texts) expect(Array.isArray(index.search(text)), text.slice(0, 20)).toBe(true);
  expect(first('"dior" *sauvage* %')).toBe("Sauvage");
  expect(first("диор")).toBe("Sauvage");
});

test("there are no more results than the limit, ten by default", () => {
  expect(names("chanel", 2)).toHaveLength(2);
  expect(index.search("chanel", 0)).toEqual([]);
  expect(index.search("rose", 1)).toHaveLength(1);
});

test("results contain no perfume twice", () => {
  const found = index.search("chanel bleudechanel");
  expect(new Set(found).size).toBe(found.length);
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
    expect(bottles.search("rouge spell")).toEqual([2]);
    expect(bottles.search("zara rouge spell")[0]).toBe(2);
    expect(bottles.search("zara")).toEqual([2]);
    expect(bottles.search("divina").toSorted()).toEqual([3, 4, 5]);
  });

  test.each(["305-KAY", "305kay", "305 kay", "305KAY", "kay 305", "305‑Kay", "divina 305-kay"])(
    "the code %j finds its bottle",
    (code) => {
      expect(bottles.search(code)[0]).toBe(3);
    },
  );

  test("a code typed in full comes before a name that begins with it", async () => {
    const kenzo = await buildIndex([
      { id: 1, marca: "Kenzo Cool", nombre: "751", popularidad: 900 },
      { id: 2, marca: "Divina", nombre: "Jeu", popularidad: 0, otherNames: ["751-KEN"] },
    ]);
    expect(kenzo.search("751ken")[0]).toBe(2);
    expect(kenzo.search("751 kenz")[0]).toBe(1);
  });

  test("a bottle name that is a code and resembles a word is found in every spelling", () => {
    for (const code of ["142-MAN", "142man", "142 man"]) expect(bottles.search(code)[0]).toBe(4);
  });
});

test("an exactly typed look-alike comes before a popular bottle with a similar name", async () => {
  const raghba = { id: 1, marca: "Lattafa Perfumes", nombre: "Raghba", popularidad: 20_000 };
  const wood = { id: 2, marca: "Lattafa", nombre: "Raghba", popularidad: 0 };
  const plain = await buildIndex([raghba, wood]);
  expect(plain.search("lattafa raghba")[0]).toBe(1);
  const known = await buildIndex([raghba, { ...wood, isLookalike: true }]);
  expect(known.search("lattafa raghba")[0]).toBe(2);
  expect(known.search("raghba lattafa")[0]).toBe(2);
  expect(known.search("lattafa perfumes raghba")[0]).toBe(1);
  expect(known.search("lattafa ragba")[0]).toBe(1);
});

test("word order decides between names with the same words", async () => {
  const pair = [
    { id: 1, marca: "Amouage", nombre: "Gold Woman", popularidad: 2000 },
    { id: 2, marca: "Kilian", nombre: "Woman in Gold", popularidad: 1900 },
  ];
  const small = await buildIndex(pair);
  expect(small.search("woman in gold")[0]).toBe(2);
  expect(small.search("gold woman")[0]).toBe(1);
});

test("a perfume named like its brand comes before the brand's other perfumes", async () => {
  const own = [
    { id: 1, marca: "Hugo Boss", nombre: "Boss Bottled", popularidad: 12_000 },
    { id: 2, marca: "Hugo Boss", nombre: "Hugo", popularidad: 5000 },
  ];
  expect((await buildIndex(own)).search("hugo")[0]).toBe(2);
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
