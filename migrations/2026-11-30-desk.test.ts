import { expect, test } from "vitest";
import { twinKey } from "#app/domain/catalog/known-names.ts";
import { migrate } from "#db/migrate.ts";
import { databaseBefore } from "../tests/support/old-database.ts";

const at = "2026-01-31T08:00:00.000Z";

/** @returns a database with the schema before this migration */
const oldDatabase = () => databaseBefore("2026-11-30-desk");

test("what was suggested and seen before waits as it did, with the person who is known", async () => {
  const db = await oldDatabase();
  for (const id of ["ana", "bea"])
    await db.insertInto("usuarios").values({ id, nombre_completo: id, created_at: at }).execute();
  const names = { marca_clave: "creed", nombre_clave: "aventus", marca_slug: "creed" };
  await db
    .insertInto("perfumes")
    .values({ id: 7, marca: "Creed", nombre: "Aventus", ...names, created_at: at, updated_at: at })
    .execute();
  const perfume = { nombre_perfume: "L'Eau d'Été", marca_perfume: "Ça & Là", created_at: at };
  await db
    .insertInto("sugerencias_perfumes")
    .values([
      { id: 3, ...perfume, user_id: "ana", clave: "a", veces: 4 },
      { id: 9, ...perfume, nombre_perfume: "عود", user_id: null, clave: "b", veces: 1 },
    ])
    .execute();
  await db
    .insertInto("sugerencias_dupes")
    .values({
      id: 5,
      perfume_id: 7,
      nombre_dupe: "Club de Nuit",
      marca_dupe: "Armaf",
      user_id: "bea",
      clave: "c",
      veces: 2,
      created_at: at,
    })
    .execute();
  const price = { perfume_id: 7, amount_cents: 2490, currency: "EUR", size_ml: 100, shop: "x" };
  await db
    .insertInto("prices")
    .values({ ...price, kind: "bottle", seen_on: "2026-01-31", state: "held", created_at: at })
    .execute();

  expect(await migrate(db)).toContain("2026-11-30-desk");

  const undecided = { state: "waiting", version: 1, decided_at: null, decided_by: null };
  const perfumes = await db.selectFrom("sugerencias_perfumes").selectAll().orderBy("id").execute();
  expect(perfumes).toMatchObject([
    { id: 3, ...perfume, user_id: "ana", clave: "a", veces: 4, ...undecided },
    { id: 9, nombre_perfume: "عود", user_id: null, veces: 1, ...undecided },
  ]);
  // As the code of today makes it.
  for (const row of perfumes)
    expect(row.twin_key).toBe(twinKey({ marca: row.marca_perfume, nombre: row.nombre_perfume }));
  expect(await db.selectFrom("sugerencias_dupes").selectAll().execute()).toMatchObject([
    { id: 5, perfume_id: 7, marca_dupe: "Armaf", user_id: "bea", veces: 2, ...undecided },
  ]);
  expect(await db.selectFrom("suggestion_authors").selectAll().execute()).toMatchObject([
    { perfume_suggestion_id: 3, dupe_suggestion_id: null, user_id: "ana", at, language: null },
    { perfume_suggestion_id: null, dupe_suggestion_id: 5, user_id: "bea", at, language: null },
  ]);
  expect(await db.selectFrom("prices").selectAll().execute()).toMatchObject([
    { ...price, state: "held", version: 1, decided_at: null, decided_by: null },
  ]);
  expect(await db.selectFrom("operators").selectAll().execute()).toEqual([]);
});
