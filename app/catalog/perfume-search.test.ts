import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { importPerfumes } from "#db/catalogue/import-perfumes.ts";
import type { Db } from "#db/connect.ts";
import { addDupe, addPerfume, freshDatabase } from "../../tests/support/database.ts";
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

const found = async (query: string) => (await search.find(query)).map((perfume) => perfume.nombre);

async function importRows(...rows: string[]) {
  const path = join(mkdtempSync(join(tmpdir(), "sosia-find-")), "p.csv");
  writeFileSync(path, `marca,nombre,popularidad\n${rows.join("\n")}\n`);
  expect(await importPerfumes(db, path)).toMatchObject({ done: true });
}

test.each([
  ["aventus", "Aventus"],
  ["  creed AVENTUS ", "Aventus"],
  ["ysl libre", "Libre"],
  ["jpg le male", "Le Mâle"],
  ["avnetus", "Aventus"],
])("%j finds %s first", async (query, name) => {
  expect((await found(query))[0]).toBe(name);
});

test("a hit is a whole card, with its count of dupes", async () => {
  const id = await addPerfume(db, "Dior", "Sauvage", { foto: "https://x.example/s.webp" });
  await addDupe(db, id, "Armaf", "Ventana");
  expect(await search.find("sauvage")).toEqual([
    { id, marca: "Dior", nombre: "Sauvage", foto: "https://x.example/s.webp", dupes: 1 },
  ]);
});

test.each(["", " ", "y", " y ", "\ty\n", "𝐲"])(
  "below two characters nothing is found, spaces not counted: %j",
  async (query) => {
    await addPerfume(db, "Yves Saint Laurent", "Y", { popularidad: 300 });
    expect(await found(query)).toEqual([]);
    expect((await found("ysl y"))[0]).toBe("Y");
  },
);

test.each(["zzxxqq", "%%", "' or 1=1 --", 'NEAR("a" "b")', "**", "x".repeat(5000), "\u0000\uFFFF"])(
  "nonsense finds nothing and is no error: %j",
  async (query) => {
    expect(await found(query)).toEqual([]);
    expect(console.error).not.toHaveBeenCalled();
  },
);

test("at most ten are found", async () => {
  await importRows(...Array.from({ length: 30 }, (_, n) => `Lattafa,Asad ${n},${n}`));
  expect(await found("lattafa")).toHaveLength(10);
});

test("what was imported is found at once, what is gone no more", async () => {
  await search.warm();
  expect(await found("sauvage")).toEqual([]);
  await importRows("Dior,Sauvage,300");
  expect(await found("sauvage")).toEqual(["Sauvage"]);
  await db.deleteFrom("perfumes").where("nombre", "=", "Sauvage").execute();
  expect(await found("sauvage")).toEqual([]);
});

test("while nothing changes the index is made once, also for searches that come together", async () => {
  const read = vi.spyOn(db, "selectFrom");
  await Promise.all([found("aventus"), found("libre"), found("creed")]);
  await found("aventus");
  const whole = read.mock.calls.filter(([table]) => String(table) === "perfumes");
  // One read of the names for the index, one of the cards for each search.
  expect(whole).toHaveLength(1 + 4);
});

test("a catalogue of several reads is found whole", async () => {
  await importRows(
    ...Array.from({ length: 2000 }, (_, n) => `Brand ${n},Filler ${n},1`),
    "Zoologist,Tyrannosaurus,1",
  );
  expect((await found("zoologist tyrannosaurus"))[0]).toBe("Tyrannosaurus");
});

test("after a search that fails the next one works again", async () => {
  await db.schema.alterTable("perfumes").renameTo("elsewhere").execute();
  await expect(found("aventus")).rejects.toThrow("no such table");
  await db.schema.alterTable("elsewhere").renameTo("perfumes").execute();
  expect(await found("aventus")).toEqual(["Aventus"]);
});

test("two databases have an index each", async () => {
  const other = await freshDatabase();
  await addPerfume(other, "Dior", "Sauvage");
  expect(await found("aventus")).toEqual(["Aventus"]);
  expect(await createPerfumeSearch(other).find("aventus")).toEqual([]);
});
