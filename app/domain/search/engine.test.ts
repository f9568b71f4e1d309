import { describe, expect, test } from "vitest";
import { languageCodes } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { buildIndex, type Entry } from "./engine.ts";

type Bottle = readonly [
  marca: string,
  nombre: string,
  popularidad?: number,
  more?: Omit<Partial<Entry>, "id">,
];

/** Ids are the places in the list. */
async function searchIn(...bottles: Bottle[]) {
  const index = await buildIndex(
    bottles.map(([marca, nombre, popularidad = 0, more], id) => {
      return { id, marca, nombre, popularidad, ...more };
    }),
  );
  const ids = (query: string, limit?: number) => index.find(query, limit).map(({ id }) => id);
  const names = (query: string, limit?: number) => ids(query, limit).map((id) => bottles[id]![1]);
  return { ...index, ids, names, first: (query: string) => names(query)[0] };
}

const catalogue: Bottle[] = [
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

const { find, names, first, nearest, brandsIn } = await searchIn(...catalogue);

test.each([
  ["without accents", "lancome tresor", "Trésor"],
  ["in any order", "SAUVAGE DIOR", "Sauvage"],
  ["partly typed", "baccarat rou", "Baccarat Rouge 540"],
  ["partly typed", "avent", "Aventus"],
  ["with a typo", "aventis creed", "Aventus"],
  ["with swapped letters", "savauge", "Sauvage"],
  ["with swapped letters in a short word", "lbire", "Libre"],
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
  ...["twenty four", "veinticuatro", "vingt-quatre", "vierundzwanzig", "ventiquattro"].map(
    (number) => ["with a number in words", `${number} faubourg`, "24 Faubourg"],
  ),
  ["with a number in words", "vinte e quatro faubourg", "24 Faubourg"],
  ["with a number in words", "vinteequatro faubourg", "24 Faubourg"],
  ["with numbers one after the other", "baccarat five forty", "Baccarat Rouge 540"],
  ["with an extra letter", "aventuus", "Aventus"],
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
    find(query).flatMap(({ id, isNear }) => (isNear ? [catalogue[id]![1]] : []));
  expect(near("dior sauvage elixir")).toEqual(["Sauvage"]);
  expect(near("creed aventus energy")).toEqual(["Aventus"]);
  for (const query of ["savauge", "diorsauvage", "dupe de aventus", "libre edp", "avent", "auvag"])
    expect([query, near(query)]).toEqual([query, []]);
});

test("a typed gender puts the men's bottle before the better known women's, and the reverse", async () => {
  const { first } = await searchIn(
    ["Dolce & Gabbana", "Light Blue", 300, { genero: "women" }],
    ["Dolce & Gabbana", "Light Blue Pour Homme", 5],
    ["Gucci", "Guilty", 171, { genero: "women" }],
    ["Gucci", "Guilty Pour Homme", 5],
    ["Lacoste", "L.12.12", 200, { genero: "men" }],
    ["Lacoste", "L.12.12 Pour Elle", 5],
  );
  for (const men of ["pour homme", "uomo", "hombre", "herren", "for men"])
    expect([men, first(`light blue ${men}`)]).toEqual([men, "Light Blue Pour Homme"]);
  expect(first("gucci guilty uomo")).toBe("Guilty Pour Homme");
  expect(first("gucci guilty donna")).toBe("Guilty");
  expect(first("lacoste 12 12 mujer")).toBe("L.12.12 Pour Elle");
});

describe("a bottle's concentration and year", async () => {
  const editions: Bottle[] = [
    ["Dior", "Sauvage", 100, { concentracion: "edt", anio: 2015 }],
    ["Dior", "Sauvage Eau de Parfum", 99, { concentracion: "edp", anio: 2018 }],
    ["Dior", "Sauvage Parfum", 98, { concentracion: "parfum", anio: 2019 }],
    ["Dior", "Sauvage Elixir", 97, { concentracion: "extrait", anio: 2021 }],
    ["Rabanne", "1 Million", 96, { concentracion: "edt", anio: 2008 }],
    ["Rabanne", "1 Million Elixir", 95, { concentracion: "edp", anio: 2022 }],
    ["Lattafa", "Khamrah", 94, { concentracion: "edp", anio: 2022 }],
    ["Lattafa", "Khamrah Qahwa", 93, { concentracion: "edp", anio: 2023 }],
    ["Guerlain", "Shalimar", 92, { anio: 1925 }],
    ["Tom Ford", "Ombré Leather (2018)", 91, { concentracion: "edp", anio: 2018 }],
    ["Zara", "Rose", 90, { concentracion: "edt", anio: 2018 }],
    ["Zara", "Rose Garden", 89, { concentracion: "edp" }],
  ];
  const { find } = await searchIn(...editions);
  const typed = (query: string) =>
    find(query).flatMap(({ id, isNear }) => (isNear ? [] : [editions[id]![1]]));

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
  "nearly identical to sauvage",
  "our impression of sauvage",
  "sauvage rip-off",
  "ripoff of sauvage",
  "sauvage counterpart",
  "closest thing to sauvage",
  "calco de sauvage",
  "idéntico a sauvage",
  "en vez de sauvage",
  "copie conforme de sauvage",
  "identique à sauvage",
  "contrefaçon sauvage",
  "riecht genauso wie Sauvage",
  "Sauvage Nachbau",
  "Abklatsch von Sauvage",
  "Plagiat Sauvage",
  "duftet wie Sauvage",
  "billigere Variante von Sauvage",
  "Pendant zu Sauvage",
  "tarocco sauvage",
  "fotocopia di sauvage",
  "identico a sauvage",
  "sauvage a basso costo",
  "corrispettivo di sauvage",
  "cópia fiel do sauvage",
  "decalque do sauvage",
  "smells just like sauvage",
  "in the style of sauvage",
  "dans le style de sauvage",
  "al estilo de sauvage",
  "im Stil von Sauvage",
  "nello stile di sauvage",
  "no estilo de sauvage",
  "marca blanca de sauvage",
  "1:1 sauvage",
  "sauvage dupe reddit",
  "dupe sauvage tiktok",
  "dupe sauvage action",
  "sauvage dupe temu",
  "sauvage fragrantica",
  "perfume q huele como sauvage",
  "perfume q se parece a sauvage",
  "alternative to sauvage under 30",
  "dupe sauvage unter 20",
  "dupe sauvage moins de 30",
  "clon de sauvage por menos de 20",
  "dupe di sauvage sotto i 30",
  "dupe do sauvage abaixo de 30",
])("words for a look-alike are no part of a name: %s", (query) => {
  expect(find(query)[0]).toEqual({ id: 0, isNear: false });
});

test.each(languageCodes)("what a page says of a look-alike finds its original: %s", (language) => {
  const { t } = translatorIn(language);
  expect(find(t("ui:search.resembles", { like: "Sauvage" }))[0]).toEqual({
    id: 0,
    isNear: false,
  });
});

test("a name that has a word for a look-alike is found by it", async () => {
  const named: Bottle[] = [
    ["L'Artisan Parfumeur", "Rappelle Toi"],
    ["Raphael", "Réplique"],
    ["Maison Margiela", "Replica Beach Walk"],
    ["Charriol", "Show Off"],
    ["Roberto Cavalli", "Just Cavalli"],
    ["Ajmal", "Impressions"],
    ["One Direction", "Our Moment"],
    ["Jeanne Arthes", "Just Bleu"],
    ["Lomani", "Style"],
    ["Ajmal", "Just Like Rain"],
    ["Zara", "1/1"],
    ["Avon", "Marca"],
    ["Dolce Gabbana", "Q"],
    ["Trussardi", "Action Uomo"],
    ["Jil Sander", "Under 30"],
  ];
  const known = await searchIn(["Dior", "Sauvage", 300], ...named);
  for (const [at, [, nombre]] of named.entries())
    expect(known.find(nombre)[0]).toEqual({ id: at + 1, isNear: false });
  const { first } = await searchIn(["Dolce Gabbana", "Dolce", 300], ["Dolce Gabbana", "Q"]);
  expect(["dolce gabbana q", "dupe q"].map(first)).toEqual(["Q", "Q"]);
  expect(known.find("réplique sauvage")[0]).toEqual({ id: 0, isNear: false });
});

test("several filler words do not hide the brand beside them", async () => {
  const { names } = await searchIn(
    ["Lidl", "Suddenly Woman"],
    ["Chloé", "Chloé Eau de Parfum"],
    ["Elie Saab", "Le Parfum"],
  );
  for (const query of ["lidl parfum dupe", "lidl perfume barato parecido a"])
    expect([query, names(query)]).toEqual([query, ["Suddenly Woman"]]);
  expect(names("perfume barato parecido")).toEqual([]);
});

test.each([
  "sauvage 20€",
  "Sauvage £20",
  "dupe de sauvage 19,90 €",
  "sauvage for $ 20",
  "20 euros sauvage",
])("a price is no part of a name: %s", (query) => {
  expect(find(query)[0]).toEqual({ id: 0, isNear: false });
});

test("a query that ends in a function word prefers names that continue it", async () => {
  const { names, first } = await searchIn(
    ["Rabanne", "La Nuit", 827],
    ["Yves Saint Laurent", "La Nuit de l'Homme", 22_975],
    ["Lancôme", "La Vie Est Belle", 33_000],
  );
  expect(names("la nuit de")).toEqual(["La Nuit de l'Homme", "La Nuit"]);
  expect(first("la nuit")).toBe("La Nuit");
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
  for (const text of texts) expect(Array.isArray(names(text)), text.slice(0, 20)).toBe(true);
  expect(first('"dior" *sauvage* %')).toBe("Sauvage");
  expect(first("диор")).toBe("Sauvage");
});

test("there are no more results than the limit, ten by default", () => {
  expect(names("chanel", 2)).toHaveLength(2);
  expect(names("chanel", 0)).toEqual([]);
});

test("a full name is found despite a meaningless word", () => {
  expect(first("good girl asdfgh")).toBe("Good Girl");
  expect(names("girl asdfgh")).toEqual([]);
});

describe("bottles with other names and codes", async () => {
  const { names, first } = await searchIn(
    ["Kayali", "Vanilla 28", 9000],
    ["Zara", "Red Temptation", 50, { otherNames: ["Rouge Spell"] }],
    ["Divina", "Rose No 305", 0, { otherNames: ["305-KAY"] }],
    ["Divina", "142-MAN"],
    ["Divina", "Rose No 30", 0, { otherNames: ["30-KAY", "Thirty"] }],
    ["Chanel", "Rouge", 9000],
  );

  test("an alias finds its bottle once", () => {
    expect(names("rouge spell")).toEqual(["Red Temptation"]);
    expect(first("zara rouge spell")).toBe("Red Temptation");
    expect(names("zara")).toEqual(["Red Temptation"]);
    expect(names("divina").toSorted()).toEqual(["142-MAN", "Rose No 30", "Rose No 305"]);
  });

  test.each(["305-KAY", "305kay", "305 kay", "305KAY", "kay 305", "305‑Kay", "divina 305-kay"])(
    "the code %j finds its bottle",
    (code) => {
      expect(first(code)).toBe("Rose No 305");
    },
  );

  test("a code typed in full comes before a name that begins with it", async () => {
    const kenzo = await searchIn(
      ["Kenzo Cool", "751", 900],
      ["Divina", "Jeu", 0, { otherNames: ["751-KEN"] }],
    );
    expect(kenzo.first("751ken")).toBe("Jeu");
    expect(kenzo.first("751 kenz")).toBe("751");
  });

  test("a bottle name that is a code and resembles a word is found in every spelling", () => {
    for (const code of ["142-MAN", "142man", "142 man"]) expect(first(code)).toBe("142-MAN");
  });
});

test("an exactly typed look-alike comes before a popular bottle with a similar name", async () => {
  const popular: Bottle = ["Lattafa Perfumes", "Raghba", 20_000];
  const plain = await searchIn(popular, ["Lattafa", "Raghba"]);
  expect(plain.ids("lattafa raghba")[0]).toBe(0);
  const known = await searchIn(popular, ["Lattafa", "Raghba", 0, { isLookalike: true }]);
  expect(known.ids("lattafa raghba")[0]).toBe(1);
  expect(known.ids("raghba lattafa")[0]).toBe(1);
  expect(known.ids("lattafa perfumes raghba")[0]).toBe(0);
  expect(known.ids("lattafa ragba")[0]).toBe(0);
});

test("word order decides between names with the same words", async () => {
  const { first } = await searchIn(
    ["Amouage", "Gold Woman", 2000],
    ["Kilian", "Woman in Gold", 1900],
  );
  expect(first("woman in gold")).toBe("Woman in Gold");
  expect(first("gold woman")).toBe("Gold Woman");
});

test("a perfume named like its brand comes before the brand's other perfumes", async () => {
  const { first } = await searchIn(
    ["Hugo Boss", "Boss Bottled", 12_000],
    ["Hugo Boss", "Hugo", 5000],
  );
  expect(first("hugo")).toBe("Hugo");
});

describe("when nothing is found", () => {
  const nearestNames = (query: string) => nearest(query, 3).map((id) => catalogue[id]![1]);

  test("similar names are offered, but none for nonsense", () => {
    for (const [query, name] of [
      ["baccara roug sisko", "Baccarat Rouge 540"],
      ["black opyum ilicit green", "Black Opium"],
      ["khamra caffe", "Khamrah"],
    ] as const) {
      expect([query, names(query)]).toEqual([query, []]);
      expect([query, nearestNames(query)]).toEqual([query, expect.arrayContaining([name])]);
    }
    for (const nonsense of ["asdfghjkl", "zzxxqq", "", "   ", "laundry detergent"])
      expect([nonsense, nearestNames(nonsense)]).toEqual([nonsense, []]);
  });

  test("search results are also among the nearest", () => {
    expect(nearestNames("dior sauvage")[0]).toBe("Sauvage");
  });

  const brandIn = (text: string) => {
    const [found] = brandsIn(text);
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
  expect((await buildIndex(entries())).find("sauvage")).toMatchObject([{ id: 7_000_000_001 }]);
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

test.each(["aoud", "aoudh"])("oud is found when it is spelt %s", async (spelling) => {
  const { first } = await searchIn(["Zara", "Oud Roses"], ["Zara", "Rose Garden", 900]);
  expect(first(`${spelling} rose`)).toBe("Oud Roses");
});
