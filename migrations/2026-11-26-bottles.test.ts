import { type Kysely, sql } from "kysely";
import { expect, test, vi } from "vitest";
import { migrate } from "#db/migrate.ts";
import { databaseBefore } from "../tests/support/old-database.ts";

const at = "2026-01-31T08:00:00.000Z";

/** @returns a database with the schema before this migration */
const oldDatabase = () => databaseBefore("2026-11-26-bottles");

async function perfume(db: Kysely<any>, id: number, marca: string, nombre: string) {
  const keys = { marca_clave: marca.toLowerCase(), nombre_clave: nombre.toLowerCase() };
  const row = { id, marca, nombre, ...keys, marca_slug: keys.marca_clave };
  await db
    .insertInto("perfumes")
    .values({ ...row, created_at: at, updated_at: at })
    .execute();
}

async function dupe(
  db: Kysely<any>,
  id: number,
  perfume_id: number,
  marca: string,
  nombre: string,
  more = {},
) {
  const keys = { marca_clave: marca.toLowerCase(), nombre_clave: nombre.toLowerCase() };
  const row = { id, perfume_id, marca, nombre, ...keys, porcentaje: 85, ...more };
  await db
    .insertInto("dupes")
    .values({ ...row, created_at: at, updated_at: at })
    .execute();
}

async function person(db: Kysely<any>, id: string) {
  await db.insertInto("usuarios").values({ id, nombre_completo: id, created_at: at }).execute();
}

test("every look-alike becomes one bottle, addresses and all that hangs on dupes stay", async () => {
  const db = await oldDatabase();
  await perfume(db, 1, "Creed", "Aventus");
  await perfume(db, 2, "Armaf", "Club de Nuit");
  await perfume(db, 7, "Dior", "Sauvage");
  const foto = "https://x.example/l.webp";
  await dupe(db, 10, 1, "ARMAF", "CLUB DE NUIT", { likes: 1, estimacion: 90, porcentaje: 92 });
  await dupe(db, 11, 1, "L'Âme & Co", "Nuit");
  await dupe(db, 12, 7, "l'âme & co", "NUIT", { foto, enlace: "https://shop.example" });
  await person(db, "ana");
  const vote = { dupe_id: 10, user_id: "ana", voto: 1, created_at: at };
  await db.insertInto("user_votes").values(vote).execute();
  const review = { dupe_id: 12, user_id: "ana", description: "Igual", created_at: at };
  await db.insertInto("dupe_reviews").values(review).execute();

  await migrate(db);

  const bottles = await db.selectFrom("perfumes").selectAll().orderBy("id").execute();
  expect(bottles).toMatchObject([
    { id: 1, nombre: "Aventus" },
    { id: 2, marca: "Armaf", nombre: "Club de Nuit" },
    { id: 7, nombre: "Sauvage" },
    { id: 8, marca: "L'Âme & Co", nombre: "Nuit", marca_slug: "lame-and-co", foto, popularidad: 0 },
  ]);
  expect(await db.selectFrom("dupes").selectAll().orderBy("id").execute()).toMatchObject([
    { id: 10, perfume_id: 1, dupe_perfume_id: 2, marca: "Armaf", likes: 1, estimacion: 90 },
    { id: 11, perfume_id: 1, dupe_perfume_id: 8, foto },
    {
      id: 12,
      perfume_id: 7,
      dupe_perfume_id: 8,
      marca: "L'Âme & Co",
      enlace: "https://shop.example",
    },
  ]);
  expect(await db.selectFrom("user_votes").selectAll().execute()).toMatchObject([vote]);
  expect(await db.selectFrom("dupe_reviews").selectAll().execute()).toMatchObject([review]);
  await expect(
    db
      .insertInto("user_votes")
      .values({ ...vote, dupe_id: 999, user_id: null })
      .execute(),
  ).rejects.toThrow("FOREIGN KEY");
});

test("a dupe of itself is dropped with its votes, and a line says so", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const db = await oldDatabase();
  await perfume(db, 1, "Creed", "Aventus");
  await dupe(db, 10, 1, "creed", "AVENTUS");
  await person(db, "ana");
  await db
    .insertInto("user_votes")
    .values({ dupe_id: 10, user_id: "ana", voto: 1, created_at: at })
    .execute();
  await migrate(db);
  expect(await db.selectFrom("dupes").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("user_votes").selectAll().execute()).toEqual([]);
  expect(warn.mock.calls).toEqual([["Dropped the dupe 10: creed AVENTUS was a dupe of itself."]]);
  warn.mockRestore();
});

test("the id of a perfume that was removed before is not given again", async () => {
  const db = await oldDatabase();
  await perfume(db, 5, "Creed", "Aventus");
  await db.deleteFrom("perfumes").execute();
  await migrate(db);
  await sql`insert into perfumes (marca, nombre, marca_clave, nombre_clave, marca_slug, created_at, updated_at)
    values ('Dior', 'Joy', 'dior', 'joy', 'dior', ${at}, ${at})`.execute(db);
  expect(await db.selectFrom("perfumes").select("id").execute()).toEqual([{ id: 6 }]);
});
