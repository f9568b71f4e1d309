import { expect, test } from "vitest";
import { perfumeIdOf, perfumePath, perfumeSlug } from "./slugs.ts";
import { threadTime } from "../../../tests/support/hostile-forms.ts";

test.each([
  [{ id: 7, marca: "Creed", nombre: "Aventus" }, "creed-aventus-7"],
  [{ id: 7, marca: "Viktor&Rolf", nombre: "L'Été 2024" }, "viktor-and-rolf-lete-2024-7"],
  [{ id: 7, marca: "Chanel", nombre: "N°5" }, "chanel-n-5-7"],
  [{ id: 7, marca: "Новая Заря", nombre: "Red Moscow" }, "red-moscow-7"],
  [{ id: 7, marca: "Новая Заря", nombre: "Шипр" }, "7"],
])("the words of %o are %s", (perfume, slug) => {
  expect(perfumeSlug(perfume)).toBe(slug);
  expect(perfumePath(perfume)).toBe(`/perfume/${slug}`);
  expect(perfumeIdOf(slug)).toBe(7);
});

test.each([
  ["creed-aventus-12", 12],
  ["any-words-at-all-12", 12],
  ["carolina-herrera-212-3", 3],
  ["12", 12],
  ["x--12", 12],
  ["-12", 12],
  ["aventus12", 12],
  ["x-012", 12],
  ["0012", 12],
  ["creed-1.5", 1],
  ["creed-12 ", 12],
  ["creed-12/..", 12],
  ["creed-12&fbclid=1", 12],
  ["creed-12&v=2-3", 12],
  ["creed-12 (2)", 12],
  ["viktor&rolf-n°5-12", 12],
  ["carolina herrera 212 12", 12],
  ["carolina+herrera+12", 12],
  ["lanc%C3%B4me-tresor-12", 12],
  ["١٢-12", 12],
])("the id in %s is the number at the end of the slug's own characters", (slug, id) => {
  expect(perfumeIdOf(slug)).toBe(id);
});

test.each([
  "",
  "-",
  "creed-aventus",
  "creed-aventus-",
  "creed-0",
  "creed-000",
  "creed-١٢",
  "creed-12a",
  "creed&v=2-3",
  "creed-99999999999999999999",
])("%j identifies no perfume", (slug) => {
  expect(perfumeIdOf(slug)).toBeNull();
});

test("a long run of digits takes no longer than other text of its length", async () => {
  const time = await threadTime(async () => {
    expect(perfumeIdOf(`${"1".repeat(200_000)}x`)).toBeNull();
  });
  // Takes 30 s if the match is tried from every digit.
  expect(time).toBeLessThan(1000);
});
