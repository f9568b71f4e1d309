import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { suggestDupe, suggestPerfume } from "../../../tests/support/suggestions.ts";

const start = Date.parse("2026-02-03T10:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1000);
let db: Db;
let perfumeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Lancôme", "La Vie est Belle");
  await addAccount(db, "ana");
});

const suggest = (marca: string, nombre: string, userId: string | null = null, now = at(0)) =>
  suggestPerfume(db, { marca, nombre, userId, language: "es" }, now);

const suggestFor = (marca: string, nombre: string, userId: string | null = null, now = at(0)) =>
  suggestDupe(db, { perfumeId, marca, nombre, userId, language: "es" }, now);

const perfumes = () =>
  db
    .selectFrom("sugerencias_perfumes")
    .select(["marca_perfume", "nombre_perfume", "user_id", "veces", "created_at"])
    .orderBy("id")
    .execute();

const dupes = () => db.selectFrom("sugerencias_dupes").selectAll().orderBy("id").execute();

test("a suggested perfume is stored as written", async () => {
  await suggest("Nishane", "Hacivat", "ana");
  expect(await perfumes()).toEqual([
    {
      marca_perfume: "Nishane",
      nombre_perfume: "Hacivat",
      user_id: "ana",
      veces: 1,
      created_at: "2026-02-03T10:00:00.000Z",
    },
  ]);
});

test("equal suggestions are counted, not repeated", async () => {
  await suggest("Nishane", "Hacivat", "ana");
  await suggest("NISHANE ", " hacivat");
  await suggest("Nishane", "Hacivat", await addAccount(db, "bea"));
  expect(await perfumes()).toMatchObject([{ marca_perfume: "Nishane", user_id: "ana", veces: 3 }]);
});

test("names that are equal only when brand and name are joined are two suggestions", async () => {
  await suggest("Armaf Club", "de Nuit");
  await suggest("Armaf", "Club de Nuit");
  expect(await perfumes()).toHaveLength(2);
});

test("a local visitor's form counts each time, but once if it was sent twice within a minute", async () => {
  await Promise.all([suggest("Nishane", "Ani"), suggest("Nishane", "Ani")]);
  await suggest("Nishane", "Ani", null, at(59));
  await suggestFor("Zara", "Rose");
  await suggestFor("Zara", "Rose", null, at(59));
  expect([await perfumes(), await dupes()]).toMatchObject([[{ veces: 1 }], [{ veces: 1 }]]);
  await suggest("Nishane", "Ani", null, at(60));
  await suggestFor("Zara", "Rose", null, at(60));
  expect([await perfumes(), await dupes()]).toMatchObject([[{ veces: 2 }], [{ veces: 2 }]]);
  await suggest("Nishane", "Ani", null, at(119));
  await suggestFor("Zara", "Rose", null, at(119));
  expect([await perfumes(), await dupes()]).toMatchObject([[{ veces: 2 }], [{ veces: 2 }]]);
});

test("when a person deletes the account, their suggestion stays without their id", async () => {
  await suggest("Nishane", "Ani", "nobody");
  await suggest("Nishane", "Hacivat", "ana");
  await suggestFor("Zara", "Rose", "ana");
  await db.deleteFrom("usuarios").execute();
  expect([...(await perfumes()), ...(await dupes())].map((row) => row.user_id)).toEqual([
    null,
    null,
    null,
  ]);
});

test.each([
  ["Lancôme", "La Vie est Belle"],
  ["LANCÔME", "la vie  EST belle"],
  ["Lancome", "La Vie Est Belle"],
  ["Lanco\u0302me", "La-Vie-est-Belle"],
  ["lancome!", "« La vie est belle »"],
])("%s %s is known", async (marca, nombre) => {
  await expect(suggest(marca, nombre)).rejects.toMatchObject({
    code: "known-perfume",
    details: { perfume: { id: perfumeId, marca: "Lancôme", nombre: "La Vie est Belle" } },
  });
  expect(await perfumes()).toEqual([]);
});

test.each([
  ["L'Artisan Parfumeur", "Premier Figuier", "LArtisan Parfumeur", "premier figuier"],
  ["Dior", "J'adore", "DIOR", "J’adore"],
  ["Viktor&Rolf", "Flowerbomb", "Viktor & Rolf", "FLOWERBOMB"],
  ["Новая Заря", "Красная Москва", "НОВАЯ ЗАРЯ", "красная москва"],
])("%s %s is known as %s %s", async (marca, nombre, asMarca, asNombre) => {
  const id = await addPerfume(db, marca, nombre);
  await expect(suggest(asMarca, asNombre)).rejects.toMatchObject({ details: { perfume: { id } } });
});

test.each([
  ["Lancôme", "La Vie est Belle Intense"],
  ["Dior", "La Vie est Belle"],
  ["Lancôme", "1+1"],
])("%s %s is another perfume", async (marca, nombre) => {
  await addPerfume(db, "Lancôme", "11");
  await suggest(marca, nombre);
  expect(await perfumes()).toHaveLength(1);
});

test("names in alphabets that addresses cannot contain are compared by all their letters", async () => {
  await addPerfume(db, "Новая Заря", "Шипр 5");
  await suggest("Новая Заря", "Роза 5");
  await suggest("Заря", "Шипр 5");
  expect(await perfumes()).toHaveLength(2);
});

test("of two perfumes that differ by an accent, the one with the same spelling matches", async () => {
  const plain = await addPerfume(db, "Mugler", "Angel");
  const accented = await addPerfume(db, "Mugler", "Ángel");
  await expect(suggest("mugler", "ángel")).rejects.toMatchObject({
    details: { perfume: { id: accented } },
  });
  await expect(suggest("mugler", "angel")).rejects.toMatchObject({
    details: { perfume: { id: plain } },
  });
});

test("a suggested dupe is stored for its perfume, and counted when it is suggested again", async () => {
  const sauvage = await addPerfume(db, "Dior", "Sauvage");
  await suggestFor("Zara", "Rose", "ana");
  await suggestFor("ZARA", "Rosé".normalize("NFD"));
  await suggestFor("zara", "rose");
  await suggestDupe(
    db,
    { perfumeId: sauvage, marca: "Zara", nombre: "Rose", userId: null, language: "es" },
    at(0),
  );
  expect(await dupes()).toMatchObject([
    { perfume_id: perfumeId, marca_dupe: "Zara", nombre_dupe: "Rose", user_id: "ana", veces: 2 },
    { perfume_id: perfumeId, marca_dupe: "ZARA", veces: 1 },
    { perfume_id: sauvage, veces: 1 },
  ]);
});

test("a dupe of this perfume is known, and so is its original; a dupe of another is not", async () => {
  const dupeId = await addDupe(db, perfumeId, "Maison Alhambra", "La Vivacité");
  const known = { code: "known-dupe", details: { dupeId } };
  await expect(suggestFor("maison-alhambra", "LA VIVACITE")).rejects.toMatchObject(known);
  const { dupe_perfume_id } = await db
    .selectFrom("dupes")
    .select("dupe_perfume_id")
    .executeTakeFirstOrThrow();
  const turned = { perfumeId: dupe_perfume_id, marca: "Lancome", nombre: "La vie est belle" };
  await expect(
    suggestDupe(db, { ...turned, userId: null, language: "es" }, at(0)),
  ).rejects.toMatchObject(known);
  const sauvage = await addPerfume(db, "Dior", "Sauvage");
  const same = {
    perfumeId: sauvage,
    marca: "Maison Alhambra",
    nombre: "La Vivacité",
    userId: null,
    language: "es",
  };
  await suggestDupe(db, same, at(0));
  expect(await dupes()).toHaveLength(1);
});

test("nothing is stored for a missing perfume", async () => {
  const suggestion = {
    perfumeId: 999,
    marca: "Zara",
    nombre: "Rose",
    userId: null,
    language: "es",
  };
  expect(await outcomeOf(suggestDupe(db, suggestion, at(0)))).toBe("no-such-perfume");
  expect(await dupes()).toEqual([]);
});

const authors = () =>
  db
    .selectFrom("suggestion_authors")
    .select(["perfume_suggestion_id", "dupe_suggestion_id", "user_id", "at", "language"])
    .where("user_id", "is not", null)
    .orderBy("id")
    .execute();

test("every account that suggests the same is kept once, with its first date", async () => {
  await addAccount(db, "bea");
  await suggest("Nishane", "Ani", null);
  await suggest("Nishane", "Ani", "ana", at(10));
  await suggest("Nishane", "Ani", "bea", at(20));
  await suggest("nishane", "ANI", "bea", at(200));
  await suggestFor("Zara", "Rose", "bea", at(30));
  const of = (at: Date) => ({ at: at.toISOString(), language: "es" });
  const none = { perfume_suggestion_id: null, dupe_suggestion_id: null };
  expect(await authors()).toEqual([
    { ...none, perfume_suggestion_id: 1, user_id: "ana", ...of(at(10)) },
    { ...none, perfume_suggestion_id: 1, user_id: "bea", ...of(at(20)) },
    { ...none, dupe_suggestion_id: 1, user_id: "bea", ...of(at(30)) },
  ]);
  expect(await perfumes()).toMatchObject([{ user_id: null, veces: 3 }]);
});
