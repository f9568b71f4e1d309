import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import {
  addDupe,
  addPerfume,
  addSource,
  freshDatabase,
} from "../../../../tests/support/database.ts";
import type { Db } from "#db/database.ts";
import { seed } from "#app/commands/load-starter.ts";
import { saveAlias } from "../aliases.ts";
import { catalogExports, exportToFile } from "./export-csv.ts";
import { quote, unquote } from "./formula-cells.ts";
import { importAliases } from "./import-aliases.ts";
import { importDupes } from "./import-dupes.ts";
import { importSources } from "./import-sources.ts";
import { importPerfumes } from "./import-perfumes.ts";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";

let db: Db;
let folder: string;

beforeEach(async () => {
  db = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), "sosia-export-"));
});

const file = (name: string) => join(folder, `${name}.csv`);

async function exportAll(from: Db): Promise<string[]> {
  const parts = ["perfumes", "dupes", "aliases", "sources"] as const;
  for (const part of parts) await exportToFile(from, catalogExports[part], file(part));
  return parts.map((part) => readFileSync(file(part), "utf8"));
}

/** Exports of the catalogue, and of a second database made from the first export. */
async function roundTrip(): Promise<[string[], string[]]> {
  const first = await exportAll(db);
  const copy = await freshDatabase();
  for (const done of [
    await importPerfumes(copy, file("perfumes")),
    await importDupes(copy, file("dupes")),
    await importAliases(copy, file("aliases")),
    await importSources(copy, file("sources")),
  ])
    expect(done.done).toBe(true);
  return [first, await exportAll(copy)];
}

test("importing an export into an empty database yields the same catalogue, with facts and sources", async () => {
  await seed(db);
  const [first, second] = await roundTrip();
  expect(second).toEqual(first);
  const nothing = { added: 0, changed: 0 };
  expect(await importDupes(db, file("dupes"))).toMatchObject(nothing);
  expect(await importSources(db, file("sources"))).toMatchObject(nothing);
  const [perfumes, , , sources] = first.map((text) => text.split("\n"));
  expect(perfumes!.length).toBeGreaterThan(400);
  expect(perfumes!.filter((line) => /,e(?:dp|dt),\d{4},/u.test(line)).length).toBeGreaterThan(50);
  expect(sources!.length).toBeGreaterThan(300);
});

const dangerous = [
  "＝1+1",
  "＋1",
  "－1",
  "﹣1",
  "＠SUM",
  "﹦1",
  "=\u03381",
  "＝\u03381",
  "\n1",
  "＇＝1",
];

test.each(dangerous)(
  "the cell %j is quoted, because programs that fold letters would run it (RULES.md 1.11)",
  (cell) => {
    expect(quote(cell)).toBe(`'${cell}`);
    expect(unquote(quote(cell))).toBe(cell);
    expect(unquote(quote(`'${cell}`))).toBe(`'${cell}`);
  },
);

test.each([
  ["x;=1", "x;'=1"],
  ['x; "=1', `x; "'=1`],
  ["x;'＝1", "x;''＝1"],
  ["x；+1;y;-1", "x；'+1;y;'-1"],
  ["x\t@SUM", "x\t'@SUM"],
  ["\n=1", "'\n'=1"],
])(
  "in %j every part is quoted that a program could split off and run (RULES.md 1.11)",
  (cell, quoted) => {
    expect(quote(cell)).toBe(quoted);
    expect(unquote(quoted)).toBe(cell);
    expect(unquote(quote(quoted))).toBe(quoted);
  },
);

test.each(["No 5; for her", "Jean-Paul", "9 + 1", "a;b=c"])(
  "the name %j stays as it is, because no program runs it",
  (cell) => {
    expect([quote(cell), unquote(cell)]).toEqual([cell, cell]);
  },
);

const names = [
  "x;=1+1",
  "=1+1",
  "+plus",
  "-minus",
  "@at",
  "'quoted",
  "'=both",
  "''=",
  '"Black", in',
  "1,5",
];

test("names, codes, estimates and sources survive a round trip, and no spreadsheet runs them", async () => {
  for (const nombre of names) {
    const id = await addPerfume(db, nombre, nombre, { popularidad: 3 });
    const url = "https://list.example/a";
    const estimate = { estimacion: 80, estimacion_url: url, enlace: "https://shop.example" };
    const dupe = await addDupe(db, id, "Zara", nombre, estimate);
    await addSource(db, dupe, { url, title: nombre, author: nombre });
    await saveAlias(db, { id, marca: nombre }, { alias: "-47", kind: "code" });
  }
  const [first, second] = await roundTrip();
  expect(second).toEqual(first);
  expect(first.join("\n")).not.toMatch(/(^|[,;])"*[=+\-@]/m);
});

test("the facts of a bottle survive a round trip, and no spreadsheet runs them", async () => {
  const facts = { concentracion: "extrait", anio: 2015, genero: "unisex" } as const;
  await addPerfume(db, "Creed", "Aventus", { ...facts, familia: "=1+1", notas: "-x|y;=1|fir" });
  await addPerfume(db, "Dior", "Joy", { notas: "rose" });
  await addPerfume(db, "Dior", "Dune");
  const [first, second] = await roundTrip();
  expect(second).toEqual(first);
  expect(first[0]!.split("\n")).toEqual([
    "marca,nombre,foto,popularidad,concentracion,anio,genero,familia,notas",
    "Creed,Aventus,,0,extrait,2015,unisex,'=1+1,'-x|y;'=1|fir",
    "Dior,Joy,,0,,,,,rose",
    "Dior,Dune,,0,,,,,",
    "",
  ]);
});

test("a failed export leaves no complete or partial file", async () => {
  await addPerfume(db, "Creed", "Aventus");
  mkdirSync(file("folder"));
  await expect(exportToFile(db, catalogExports.perfumes, file("folder"))).rejects.toThrow("EISDIR");
  await expect(
    exportToFile(db, catalogExports.perfumes, join(folder, "none", "x.csv")),
  ).rejects.toThrow("ENOENT");
  expect(readdirSync(folder)).toEqual(["folder.csv"]);
});

test("the longest names survive a round trip after a merge", async () => {
  const old = await addPerfume(db, "L".repeat(200), "N".repeat(200));
  const into = await addPerfume(db, "Zara", "Zed");
  await mergePerfumes(db, old, into, new Date());
  const [first, second] = await roundTrip();
  expect(second).toEqual(first);
  expect(first[2]!.split("\n")).toHaveLength(3);
});
