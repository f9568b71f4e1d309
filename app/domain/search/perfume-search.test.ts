import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveAlias } from "#app/domain/catalog/aliases.ts";
import { findByName } from "#app/domain/catalog/bottles.ts";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { newFile } from "../../../tests/support/new-file.ts";
import { createPerfumeSearch, type PerfumeSearch } from "./perfume-search.ts";

let db: Db;
let search: PerfumeSearch;

beforeEach(async () => {
  db = await freshDatabase();
  search = createPerfumeSearch(db);
  await addPerfume(db, "Creed", "Aventus", { popularidad: 298 });
  await addPerfume(db, "Yves Saint Laurent", "Libre", { popularidad: 290 });
  await addPerfume(db, "Jean Paul Gaultier", "Le Mâle", { popularidad: 280 });
  vi.spyOn(console, "error").mockReturnValue();
});

afterEach(() => void vi.restoreAllMocks());

const found = async (query: string, page?: number) =>
  (await search.find(query, page)).perfumes.map((perfume) => perfume.nombre);

async function importRows(...rows: string[]) {
  const path = newFile(`marca,nombre,popularidad\n${rows.join("\n")}\n`);
  expect(await importPerfumes(db, path)).toMatchObject({ done: true });
}

test("a hit is a complete card, with dupe count, best dupe and originals", async () => {
  const id = await addPerfume(db, "Dior", "Sauvage", { foto: "https://x.example/s.webp" });
  await addDupe(db, id, "Armaf", "Ventana", { likes: 4, dislikes: 1 });
  const [sauvage] = (await search.find("sauvage")).perfumes;
  expect(sauvage).toEqual({
    id,
    marca: "Dior",
    nombre: "Sauvage",
    foto: "https://x.example/s.webp",
    concentracion: null,
    anio: null,
    dupes: 1,
    isNear: false,
    dupeOf: [],
    bestDupe: expect.objectContaining({ marca: "Armaf", nombre: "Ventana", porcentaje: 71 }),
  });
  const [ventana] = (await search.find("armaf ventana")).perfumes;
  expect(ventana).toMatchObject({ dupes: 0, bestDupe: null });
  expect(ventana!.dupeOf).toEqual([{ id, marca: "Dior", nombre: "Sauvage", porcentaje: 71 }]);
});

test("bottles are found by aliases and codes, an exactly typed look-alike before a popular namesake", async () => {
  const { id } = (await findByName(db, { marca: "Creed", nombre: "Aventus" }))!;
  await saveAlias(db, { id, marca: "Creed" }, { alias: "Adventure for Kings", kind: "name" });
  await saveAlias(db, { id, marca: "Creed" }, { alias: "0305-KAY", kind: "code" });
  for (const query of ["adventure kings", "305kay"])
    expect((await found(query))[0], query).toBe("Aventus");

  await addPerfume(db, "Armaf Perfumes", "Ventana", { popularidad: 299 });
  await addDupe(db, id, "Armaf", "Ventana");
  await catalogChanged(db);
  await search.warm();
  expect((await search.find("armaf ventana")).perfumes[0]!.marca).toBe("Armaf");
});

test("what lacks a typed word comes last (RULES.md 2.1)", async () => {
  await addPerfume(db, "Creed", "Aventus Energy");
  const { perfumes } = await search.find("creed aventus energy");
  expect(perfumes.map(({ nombre, isNear }) => [nombre, isNear])).toEqual([
    ["Aventus Energy", false],
    ["Aventus", true],
  ]);
});

test("each person's query without results is reported", async () => {
  const missed: string[][] = [];
  search = createPerfumeSearch(db, (...miss) => missed.push(miss));
  const address = "192.0.2.1";
  for (const query of ["aventus", " Zzxxqq ", "y", "zzxxqq"]) await search.find(query, 1, address);
  await search.find("zzxxqq");
  expect(missed).toEqual([
    ["Zzxxqq", address],
    ["zzxxqq", address],
  ]);
});

test.each(["", " ", "y", " y ", "\ty\n", "𝐲"])(
  "fewer than two non-space characters find nothing: %j",
  async (query) => {
    await addPerfume(db, "Yves Saint Laurent", "Y", { popularidad: 300 });
    expect(await found(query)).toEqual([]);
    expect((await found("ysl y"))[0]).toBe("Y");
  },
);

test("the first page has ten results, later ones forty, and all pages 250", async () => {
  await importRows(...Array.from({ length: 300 }, (_, n) => `Lattafa,Asad ${n},${n}`));
  const sizes: number[] = [];
  const names = new Set<string>();
  for (let page = 1; page <= 8; page++) {
    const result = await search.find("lattafa", page);
    expect(result).toMatchObject({ count: 250, pages: 7 });
    sizes.push(result.perfumes.length);
    for (const { nombre } of result.perfumes) names.add(nombre);
  }
  expect(sizes).toEqual([10, 40, 40, 40, 40, 40, 40, 0]);
  expect(names.size).toBe(250);
  expect(await search.find("aventus")).toMatchObject({ count: 1, pages: 1 });
  expect(await search.find("zzxxqq")).toEqual({ perfumes: [], count: 0, pages: 0 });
});

test("changes during an index build are in the next one, and builds never overlap", async () => {
  await search.warm();
  const read = vi.spyOn(db, "selectFrom");
  const warming: Promise<void>[] = [];
  for (const nombre of ["One", "Two", "Three"]) {
    await addPerfume(db, "Zoologist", nombre);
    await catalogChanged(db);
    warming.push(search.warm());
  }
  await Promise.all(warming);
  const builds = read.mock.calls.filter(([table]) => String(table) === "perfume_aliases");
  expect(builds.length).toBeLessThanOrEqual(3);
  expect((await found("zoologist")).toSorted()).toEqual(["One", "Three", "Two"]);
});

test("imported bottles are found immediately, removed ones no longer", async () => {
  await search.warm();
  expect(await found("sauvage")).toEqual([]);
  await importRows("Dior,Sauvage,300");
  expect(await found("sauvage")).toEqual(["Sauvage"]);
  await db.deleteFrom("perfumes").where("nombre", "=", "Sauvage").execute();
  expect(await found("sauvage")).toEqual([]);
});

test("an unchanged catalogue is indexed once, even for concurrent searches", async () => {
  const read = vi.spyOn(db, "selectFrom");
  await Promise.all([found("aventus"), found("libre"), found("creed")]);
  await found("aventus");
  const whole = read.mock.calls.filter(([table]) => String(table) === "perfumes");
  // Names are read once for the index, cards once per search.
  expect(whole).toHaveLength(1 + 4);
});

test("a catalogue read in several batches is found completely", async () => {
  await importRows(
    ...Array.from({ length: 2000 }, (_, n) => `Brand ${n},Filler ${n},1`),
    "Zoologist,Tyrannosaurus,1",
  );
  expect((await found("zoologist tyrannosaurus"))[0]).toBe("Tyrannosaurus");
});

test("after a failed search the next one works", async () => {
  await db.schema.alterTable("perfumes").renameTo("elsewhere").execute();
  await expect(found("aventus")).rejects.toThrow(/no such table|42P01/u);
  await db.schema.alterTable("elsewhere").renameTo("perfumes").execute();
  expect(await found("aventus")).toEqual(["Aventus"]);
});

test("each database has a separate index", async () => {
  const other = await freshDatabase();
  await addPerfume(other, "Dior", "Sauvage");
  expect(await found("aventus")).toEqual(["Aventus"]);
  expect(await createPerfumeSearch(other).find("aventus")).toMatchObject({ count: 0 });
});
