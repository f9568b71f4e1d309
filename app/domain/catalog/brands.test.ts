import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { comparerIn } from "#app/i18n/collation.ts";
import {
  type BrandFilter,
  compareLetters,
  findBrand,
  letterOf,
  listBrandPerfumes,
  listBrands,
  pagesOf,
  signOf,
  perfumesPerPage,
} from "./brands.ts";

let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
});

test("each brand is listed once with the number of its perfumes", async () => {
  await addPerfume(db, "Dior", "Sauvage");
  await addPerfume(db, "Dior", "Fahrenheit");
  await addPerfume(db, "Creed", "Aventus");
  expect(await listBrands(db)).toEqual(
    expect.arrayContaining([
      { slug: "dior", name: "Dior", perfumes: 2 },
      { slug: "creed", name: "Creed", perfumes: 1 },
    ]),
  );
  expect(await listBrands(db)).toHaveLength(2);
  expect(await findBrand(db, "dior")).toEqual({ slug: "dior", name: "Dior", perfumes: 2 });
  expect(await findBrand(db, "Dior")).toBeUndefined();
});

test("brands with the same address share a page, named after the brand of their best-known perfume", async () => {
  await addPerfume(db, "L Oreal", "A", { popularidad: 1 });
  await addPerfume(db, "L’Oréal", "B", { popularidad: 1 });
  await addPerfume(db, "Loreal", "C", { popularidad: 9 });
  expect(await findBrand(db, "loreal")).toEqual({ slug: "loreal", name: "Loreal", perfumes: 2 });
  expect((await findBrand(db, "l-oreal"))?.name).toBe("L Oreal");
});

test("brands without an address share one page without a name", async () => {
  await addPerfume(db, "香水", "A");
  await addPerfume(db, "عطر", "B");
  expect(await listBrands(db)).toEqual([{ slug: "", name: null, perfumes: 2 }]);
});

test("a brand is listed under the first letter of its address, if any", () => {
  const slugs = ["etat-libre", "4711", "", "zara"];
  expect(slugs.map((slug) => letterOf({ slug }))).toEqual(["e", "0-9", "0-9", "z"]);
  expect(["0-9", "z", "a", "0-9"].toSorted(compareLetters)).toEqual(["a", "z", "0-9", "0-9"]);
  expect(["z", "0-9"].map(signOf)).toEqual(["Z", "#"]);
});

test("equally popular perfumes are sorted by name in the reader's language, paged, with dupe counts", async () => {
  const total = perfumesPerPage + 2;
  for (let n = total; n > 2; n--) await addPerfume(db, "Le Labo", `No. ${n}`);
  const eau = await addPerfume(db, "Le Labo", "Éau");
  await addPerfume(db, "Le Labo", "zest");
  await addPerfume(db, "Other", "Aaa");
  await addDupe(db, eau, "Zara", "One");
  const page = async (number: number) =>
    (await listBrandPerfumes(db, "le-labo", number, comparerIn("es"))).perfumes.map(
      (card) => card.nombre,
    );
  expect((await page(1)).slice(0, 3)).toEqual(["Éau", "No. 3", "No. 4"]);
  expect(await page(1)).toHaveLength(perfumesPerPage);
  expect(await page(2)).toEqual([`No. ${total}`, "zest"]);
  expect(await page(3)).toEqual([]);
  const { perfumes } = await listBrandPerfumes(db, "le-labo", 1, comparerIn("es"));
  expect(perfumes[0]).toMatchObject({
    id: eau,
    dupes: 1,
  });
});

test("a brand's perfumes come by popularity, then views, then name", async () => {
  for (const [nombre, popularidad, vistas] of [
    ["Unknown B", 0, 0],
    ["unknown a", 0, 0],
    ["Opened", 0, 5],
    ["Popular", 9, 0],
  ] as const) {
    const id = await addPerfume(db, "Creed", nombre, { popularidad });
    await db.updateTable("perfumes").set({ vistas }).where("id", "=", id).execute();
  }
  const { perfumes } = await listBrandPerfumes(db, "creed", 1, comparerIn("es"));
  expect(perfumes.map(({ nombre }) => nombre)).toEqual([
    "Popular",
    "Opened",
    "unknown a",
    "Unknown B",
  ]);
});

test("a brand's look-alikes and originals come before equally popular bottles, and can be listed apart, without doubted relations", async () => {
  const both = await addPerfume(db, "Zara", "Both", { popularidad: 9 });
  await addPerfume(db, "Zara", "Neither");
  await addDupe(db, both, "Lidl", "Suddenly");
  await addDupe(db, await addPerfume(db, "Dior", "Sauvage"), "Zara", "Both");
  await addDupe(db, await addPerfume(db, "Creed", "Aventus"), "Zara", "Red");
  const rejected = { likes: 0, dislikes: 9 };
  await addDupe(db, await addPerfume(db, "Byredo", "Super Cedar"), "Zara", "Not", rejected);
  const of = async (filter?: BrandFilter) => {
    const { perfumes, counts } = await listBrandPerfumes(db, "zara", 1, comparerIn("es"), filter);
    expect(counts).toEqual({ dupes: 2, originals: 1 });
    return perfumes.map(({ nombre }) => nombre);
  };
  expect(await of()).toEqual(["Both", "Red", "Neither", "Not"]);
  expect(await of("dupes")).toEqual(["Both", "Red"]);
  expect(await of("originals")).toEqual(["Both"]);
});

test.each([
  [1, 1],
  [perfumesPerPage, 1],
  [perfumesPerPage + 1, 2],
])("%d perfumes fill %d pages", (perfumes, pages) => {
  expect(pagesOf({ perfumes })).toBe(pages);
});
