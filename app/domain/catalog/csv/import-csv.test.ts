import { beforeEach, expect, test } from "vitest";
import { addAccount } from "../../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { newFile } from "../../../../tests/support/new-file.ts";
import type { Db } from "#db/database.ts";
import { importAliases } from "./import-aliases.ts";
import { importDupes } from "./import-dupes.ts";
import { importPerfumes } from "./import-perfumes.ts";
import { similarity } from "../similarity.ts";
import { catalogVersion } from "../catalog-version.ts";

let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
});

const perfumes = (content: string | Buffer) => importPerfumes(db, newFile(content));
const dupes = (content: string | Buffer) => importDupes(db, newFile(content));

const aliases = (content: string | Buffer) => importAliases(db, newFile(content));

const stored = (table: "perfumes" | "dupes") =>
  db.selectFrom(table).selectAll().orderBy("id").execute();

const names = () => db.selectFrom("perfumes").select(["marca", "nombre"]).orderBy("id").execute();

test("perfumes are added with all their columns, in any order", async () => {
  const outcome = await perfumes(
    " nombre , marca,foto,popularidad\nAventus,Creed,https://x.example/a.webp,298\nFlowerbomb,Viktor&Rolf,,\n",
  );
  expect(outcome).toEqual({ done: true, added: 2, changed: 0, unchanged: 0 });
  expect(await stored("perfumes")).toMatchObject([
    {
      marca: "Creed",
      nombre: "Aventus",
      foto: "https://x.example/a.webp",
      popularidad: 298,
      vistas: 0,
    },
    { marca_slug: "viktor-and-rolf", nombre_clave: "flowerbomb", foto: null, popularidad: 0 },
  ]);
});

const facts = { concentracion: "edp", anio: 2015, genero: "men", familia: "woody" } as const;

test("facts are added and updated, a missing column changes nothing, an empty cell clears", async () => {
  const columns = "marca,nombre,concentracion,anio,genero,familia,notas";
  const file = `${columns}\nCreed,Aventus,edp,2015,men,woody,"birch| Musk ,musk"\nDior,Joy,,,,,\n`;
  expect(await perfumes(file)).toMatchObject({ added: 2 });
  expect(await stored("perfumes")).toMatchObject([
    { ...facts, notas: "birch|Musk" },
    { concentracion: null, anio: null, genero: null, familia: null, notas: null },
  ]);
  expect(await perfumes(file)).toEqual({ done: true, added: 0, changed: 0, unchanged: 2 });
  expect(await perfumes("marca,nombre,popularidad\nCreed,Aventus,3\n")).toMatchObject({
    changed: 1,
  });
  expect(await stored("perfumes")).toMatchObject([{ ...facts, popularidad: 3 }, {}]);
  expect(await perfumes("marca,nombre,anio,notas\nCreed,Aventus,,oud\n")).toMatchObject({
    changed: 1,
  });
  expect(await stored("perfumes")).toMatchObject([{ ...facts, anio: null, notas: "oud" }, {}]);
});

test("quoted commas, quotes and newlines are part of a name, which is stored composed and with single spaces", async () => {
  await perfumes(
    'marca,nombre\nCreed,"Love, in ""Black"""\n"Maison\r\nFrancis","  Oud  Satin "\nLanco\u0302me,Tre\u0301sor\n',
  );
  expect(await names()).toEqual([
    { marca: "Creed", nombre: 'Love, in "Black"' },
    { marca: "Maison Francis", nombre: "Oud Satin" },
    { marca: "Lancôme", nombre: "Trésor" },
  ]);
});

test("every bad line is reported with its reason, in order, and nothing changes", async () => {
  const id = await addPerfume(db, "Creed", "Aventus", { popularidad: 1 });
  const before = await stored("perfumes");
  const outcome = await perfumes(
    [
      "marca,nombre,foto,popularidad",
      "Creed,Aventus,,500",
      ",Nameless,,",
      "Dior,Sauvage,,many",
      "Dior,Fahrenheit,javascript:alert(1),-3",
      "Dior,Dune",
      "Dior,Poison,,9999999999",
      `Dior,${"x".repeat(201)},,`,
      "Dior,Ju\u200Bles,,",
      "DIOR, sauvage ,,1",
      "dior,Joy,,1,more",
      "Dior,\u2800,,",
      "CREED, aventus ,,",
    ].join("\n"),
  );
  expect(outcome).toEqual({
    done: false,
    bad: [
      { line: 3, reason: "marca: is empty" },
      { line: 4, reason: "popularidad: is not a whole number" },
      { line: 5, reason: "foto: is not an https address" },
      { line: 5, reason: "popularidad: is not a whole number" },
      { line: 6, reason: "has 2 columns instead of 4" },
      { line: 7, reason: "popularidad: is not a whole number" },
      { line: 8, reason: "nombre: is longer than 200 characters" },
      { line: 9, reason: "nombre: has an invisible character" },
      { line: 11, reason: "has 5 columns instead of 4" },
      { line: 12, reason: "nombre: is empty" },
      { line: 13, reason: "names the same as line 2" },
    ],
  });
  expect(await stored("perfumes")).toEqual(before);
  expect(before).toMatchObject([{ id, popularidad: 1 }]);
});

test("each wrong fact is reported", async () => {
  const columns = "marca,nombre,concentracion,anio,genero,familia,notas";
  const wrong = `Dior,Joy,water,1699,girls,${"x".repeat(61)},a|b|c|d|e|f|g|h|i`;
  expect(await perfumes(`${columns}\n${wrong}\n`)).toMatchObject({
    bad: ["concentracion", "anio", "genero", "familia", "notas"].map((column) => ({
      line: 2,
      reason: expect.stringMatching(new RegExp(`^${column}: (?:is|are) \\w+`, "u")),
    })),
  });
});

test.each(["\n", "\r\n"])(
  "line numbers match an editor's, even after blank lines and two-line names (%j)",
  async (end) => {
    const outcome = await perfumes(
      [
        "marca,nombre",
        "",
        '"Maison',
        'Francis",Oud',
        ",first",
        "",
        '"over',
        'two",lines,here',
        ",second",
      ].join(end),
    );
    expect(outcome).toEqual({
      done: false,
      bad: [
        { line: 5, reason: "marca: is empty" },
        { line: 7, reason: "has 3 columns instead of 2" },
        { line: 9, reason: "marca: is empty" },
      ],
    });
  },
);

test("numbers can have a decimal zero, as data programs write them", async () => {
  await perfumes("marca,nombre,anio,popularidad\nZara,Red,2015.0,120.0\n");
  expect(await stored("perfumes")).toMatchObject([{ anio: 2015, popularidad: 120 }]);
});

test.each([
  ["L&#39;Eau d&#39;Issey", /signs of HTML.*plain text/],
  ["Black &amp; White", /signs of HTML/],
  ["<b>Sauvage</b>", /signs of HTML/],
  ["Eau <SPAN class=x>Sauvage</span>", /signs of HTML/],
  ["Sauvage<br />Elixir", /signs of HTML/],
  ["Tr\ufffdsor", /a letter that was lost .*UTF-8/],
  ["#N/A", /an error of the spreadsheet/],
  [" #N/A\u00a0", /an error of the spreadsheet/],
  ["#¡REF!", /an error of the spreadsheet/],
  ["#NOM?", /an error of the spreadsheet/],
  ['"8,41106E+12"', /shortened.*as text/],
])("what a program left in the place of a name is refused: %s", async (left, reason) => {
  const outcome = await perfumes(`marca,nombre\nDior,${left}\n`);
  expect(outcome).toEqual({
    done: false,
    bad: [{ line: 2, reason: expect.stringMatching(reason) }],
  });
});

test.each([
  "Black & White; Noir",
  "#1",
  "#Hashtag!",
  "N°5 & Co",
  "1E+",
  "I <3 You",
  "<Noir>",
  "<b>",
])("a name with such signs is a name: %s", async (name) => {
  const outcome = await perfumes(`marca,nombre\nDior,${name}\n`);
  expect(outcome).toMatchObject({ done: true, added: 1 });
});

const columns = "marca, nombre, foto, popularidad, concentracion, anio, genero, familia, notas";

test.each([
  ["", ["is empty"]],
  ["marca,foto\nCreed,\n", ["the column nombre is missing"]],
  ["marca,nombre,price\nCreed,Aventus,3\n", [`there is no column "price"; known are ${columns}`]],
  ["marca,nombre,marca\nCreed,Aventus,Creed\n", ["a column stands twice"]],
])("a wrong header is reported at line 1: %j", async (content, reasons) => {
  expect(await perfumes(content)).toEqual({
    done: false,
    bad: reasons.map((reason) => ({ line: 1, reason })),
  });
});

test("a changed popularity or spelling updates only that perfume, which keeps its id and views", async () => {
  const [aventus, dune] = [
    await addPerfume(db, "Creed", "Aventus"),
    await addPerfume(db, "Dior", "Dune"),
  ];
  await db.updateTable("perfumes").set({ vistas: 9 }).execute();
  const [, before] = await stored("perfumes");
  expect(await perfumes("marca,nombre,popularidad\nCREED,Aventus,5\nDior,Dune,0\n")).toEqual({
    done: true,
    added: 0,
    changed: 1,
    unchanged: 1,
  });
  const [changed, left] = await stored("perfumes");
  expect(changed).toMatchObject({ id: aventus, marca: "CREED", popularidad: 5, vistas: 9 });
  expect(changed!.updated_at > changed!.created_at).toBe(true);
  expect(left).toEqual(before);
  expect(left!.id).toBe(dune);
});

test("a missing column keeps the stored value, an empty one clears it", async () => {
  const foto = "https://x.example/a.webp";
  await addPerfume(db, "Creed", "Aventus", { popularidad: 298, foto });
  expect(await perfumes("marca,nombre\nCreed,Aventus\n")).toMatchObject({ unchanged: 1 });
  expect(await stored("perfumes")).toMatchObject([{ popularidad: 298, foto }]);
  expect(await perfumes("marca,nombre,foto,popularidad\nCreed,Aventus,,\n")).toMatchObject({
    changed: 1,
  });
  expect(await stored("perfumes")).toMatchObject([{ popularidad: 0, foto: null }]);
});

test("the catalogue version increments once per import that changes something", async () => {
  const first = await catalogVersion(db);
  await perfumes("marca,nombre\nCreed,Aventus\nDior,Dune\n");
  expect(await catalogVersion(db)).toBe(first + 1);
  await perfumes("marca,nombre\nCreed,Aventus\n");
  await perfumes("marca,nombre\n,\n");
  expect(await catalogVersion(db)).toBe(first + 1);
  await dupes("perfume_marca,perfume_nombre,marca,nombre\nCreed,Aventus,Armaf,Club de Nuit\n");
  expect(await catalogVersion(db)).toBe(first + 2);
});

test("dupes are attached to their perfume by canonical name, and start with their estimate", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  const outcome = await dupes(
    "perfume_marca,perfume_nombre,marca,nombre,foto,enlace,porcentaje\n" +
      " CREED,aventus,Armaf,Club de Nuit,https://x.example/c.webp,https://shop.example/c,92\n" +
      "Creed,Aventus,Zara,Vibrant Leather,,,\n",
  );
  expect(outcome).toEqual({ done: true, added: 2, changed: 0, unchanged: 0 });
  expect(await stored("dupes")).toMatchObject([
    {
      perfume_id: aventus,
      foto: "https://x.example/c.webp",
      enlace: "https://shop.example/c",
      estimacion: 92,
      porcentaje: 92,
      likes: 0,
      dislikes: 0,
    },
    { perfume_id: aventus, foto: null, enlace: null, estimacion: null, porcentaje: 85 },
  ]);
});

test("a dupe of a missing perfume is reported as a bad line, and nothing changes", async () => {
  await addPerfume(db, "Creed", "Aventus");
  const outcome = await dupes(
    "perfume_marca,perfume_nombre,marca,nombre,porcentaje\n" +
      "Creed,Aventos,Armaf,Club de Nuit,90\n" +
      "Creed,Aventus,Armaf,Club de Nuit,101\n" +
      "Creed,Aventus,Afnan,Supremacy,90\n" +
      "creed,aventus,AFNAN,supremacy,80\n",
  );
  expect(outcome).toEqual({
    done: false,
    bad: [
      { line: 2, reason: "the catalogue has no perfume Aventos of Creed" },
      { line: 3, reason: "porcentaje: is more than 100" },
      { line: 5, reason: "names the same as line 4" },
    ],
  });
  expect(await stored("dupes")).toEqual([]);
});

test("a new estimate changes a dupe's similarity but not its votes", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  const dupe = await addDupe(db, aventus, "Armaf", "Club de Nuit", { likes: 1, estimacion: 90 });
  const user_id = await addAccount(db, "ana");
  const vote = { dupe_id: dupe, user_id, voto: 1 as const, created_at: "2026-01-01T00:00:00.000Z" };
  await db.insertInto("user_votes").values(vote).execute();

  const head = "perfume_marca,perfume_nombre,marca,nombre";
  expect(await dupes(`${head},porcentaje\nCreed,Aventus,Armaf,Club de Nuit,40\n`)).toMatchObject({
    changed: 1,
  });
  expect(await stored("dupes")).toMatchObject([
    { id: dupe, estimacion: 40, porcentaje: similarity(1, 0, 40), likes: 1, dislikes: 0 },
  ]);
  expect(await db.selectFrom("user_votes").selectAll().execute()).toMatchObject([vote]);

  expect(await dupes(`${head}\nCreed,Aventus,Armaf,Club de Nuit\n`)).toMatchObject({
    unchanged: 1,
  });
  expect(await stored("dupes")).toMatchObject([{ estimacion: 40 }]);
  expect(await dupes(`${head},porcentaje\nCreed,Aventus,Armaf,Club de Nuit,\n`)).toMatchObject({
    changed: 1,
  });
  expect(await stored("dupes")).toMatchObject([
    { estimacion: null, porcentaje: similarity(1, 0, null) },
  ]);
});

test("a look-alike's bottle is created if missing, found in any spelling, and gets the photo", async () => {
  await addPerfume(db, "Creed", "Aventus");
  const known = await addPerfume(db, "Armaf", "Club de Nuit");
  const columns = "perfume_marca,perfume_nombre,marca,nombre,foto";
  const foto = "https://x.example/c.webp";
  await dupes(
    `${columns}\nCreed,Aventus,ARMAF,Club de nuit,${foto}\nCreed,Aventus,Zara,Vibrant,\n`,
  );
  expect(await stored("perfumes")).toMatchObject([
    { nombre: "Aventus" },
    { id: known, marca: "ARMAF", nombre: "Club de nuit", foto },
    { marca: "Zara", nombre: "Vibrant", marca_slug: "zara", popularidad: 0, foto: null },
  ]);
  expect(await stored("dupes")).toMatchObject([
    { dupe_perfume_id: known, marca: "ARMAF", foto },
    { dupe_perfume_id: known + 1, nombre: "Vibrant" },
  ]);
});

test("a dupe of itself is a bad line, even by alias", async () => {
  await addPerfume(db, "Armaf", "Club de Nuit");
  await aliases("marca,nombre,alias\nArmaf,Club de Nuit,CDN\n");
  expect(
    await dupes(
      "perfume_marca,perfume_nombre,marca,nombre\nArmaf,Club de Nuit,armaf,CLUB DE NUIT\nArmaf,Club de Nuit,Armaf,CDN\n",
    ),
  ).toEqual({
    done: false,
    bad: [
      { line: 2, reason: "CLUB DE NUIT of armaf would be a dupe of itself" },
      { line: 3, reason: "CDN of Armaf would be a dupe of itself" },
    ],
  });
});

test("importing an alias neither creates a second bottle nor changes the first", async () => {
  await addPerfume(db, "Creed", "Aventus");
  await addPerfume(db, "Armaf", "Club de Nuit Intense Man", { popularidad: 5 });
  await aliases("marca,nombre,alias\nArmaf,Club de Nuit Intense Man,CDNIM\n");
  expect(await perfumes("marca,nombre,popularidad\nArmaf,cdnim,9\n")).toMatchObject({
    unchanged: 1,
  });
  const head = "perfume_marca,perfume_nombre,marca,nombre,porcentaje";
  expect(await dupes(`${head}\nCreed,Aventus,Armaf,CDNIM,90\n`)).toMatchObject({ added: 1 });
  expect(await dupes(`${head}\nCreed,Aventus,Armaf,CDNIM,40\n`)).toMatchObject({ unchanged: 1 });
  expect(await stored("dupes")).toMatchObject([
    { nombre: "Club de Nuit Intense Man", estimacion: 90 },
  ]);
  expect(await stored("perfumes")).toHaveLength(2);
});

test("aliases are added once, and conflicts with names and other bottles' aliases are reported", async () => {
  await addPerfume(db, "Armaf", "Club de Nuit");
  await addPerfume(db, "Armaf", "Odyssey");
  const content =
    "marca,nombre,alias,tipo\nArmaf,Club de Nuit,CDN,\narmaf,club de nuit,305-KAY,code\n";
  expect(await aliases(content)).toMatchObject({ added: 2 });
  expect(await aliases(content)).toMatchObject({ unchanged: 2 });
  expect(
    await db.selectFrom("perfume_aliases").selectAll().orderBy("alias").execute(),
  ).toMatchObject([
    { alias: "305-KAY", alias_clave: "305-kay", kind: "code" },
    { alias: "CDN", kind: "name" },
  ]);
  expect(
    await aliases(
      "marca,nombre,alias,tipo\nArmaf,Nothing,X,\nArmaf,Odyssey,cdn,\nArmaf,Odyssey,Club de Nuit,\nArmaf,Odyssey,Ody,nickname\nArmaf,Odyssey,O,\nArmaf,Club de Nuit,o,\n",
    ),
  ).toEqual({
    done: false,
    bad: [
      { line: 2, reason: "the catalogue has no perfume Nothing of Armaf" },
      { line: 3, reason: "cdn is another name of another bottle of Armaf" },
      { line: 4, reason: "Club de Nuit is the name of a bottle of Armaf" },
      { line: 5, reason: "tipo: is neither name nor code" },
      { line: 7, reason: "names the same as line 6" },
    ],
  });
});

test("progress is reported line by line up to the last", async () => {
  const told: [number, number][] = [];
  await importPerfumes(db, newFile("marca,nombre\nCreed,Aventus\nDior,Dune\n"), (...now) =>
    told.push(now),
  );
  expect(told).toEqual([
    [1, 2],
    [2, 2],
  ]);
});
