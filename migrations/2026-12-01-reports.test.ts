import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "#db/migrate.ts";
import { databaseBefore } from "../tests/support/old-database.ts";

const at = "2026-01-31T08:00:00.000Z";

/** @returns a database with the schema before this migration */
const oldDatabase = () => databaseBefore("2026-12-01-reports");

test("reviews and messages from before are kept as they were: shown, open, and with their ids", async () => {
  const db = await oldDatabase();
  for (const id of ["ana", "bea"])
    await db.insertInto("usuarios").values({ id, nombre_completo: id, created_at: at }).execute();
  const bottle = { marca_slug: "creed", created_at: at, updated_at: at };
  await db
    .insertInto("perfumes")
    .values([
      { id: 7, marca: "C", nombre: "A", marca_clave: "c", nombre_clave: "a", ...bottle },
      { id: 8, marca: "D", nombre: "B", marca_clave: "d", nombre_clave: "b", ...bottle },
    ])
    .execute();
  await db
    .insertInto("dupes")
    .values({
      id: 4,
      perfume_id: 7,
      dupe_perfume_id: 8,
      marca: "D",
      nombre: "B",
      porcentaje: 0,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const review = { dupe_id: 4, created_at: at };
  const reviews = [
    { id: 3, user_id: "ana", description: "Ñandú 🌸", language: "es", ...review },
    { id: 12, user_id: "bea", description: "x".repeat(2000), language: null, ...review },
  ];
  await db.insertInto("dupe_reviews").values(reviews).execute();
  const message = { name: "N", email: "n@example.org", privacy_accepted: 1, created_at: at };
  const messages = [
    { id: 2, message: "Hello", user_id: null, ...message },
    { id: 5, message: "y".repeat(1000), user_id: "ana", ...message },
  ];
  await db.insertInto("contact_messages").values(messages).execute();

  expect(await migrate(db)).toContain("2026-12-01-reports");

  const undecided = { state: "shown", version: 0, decided_at: null };
  expect(await db.selectFrom("dupe_reviews").selectAll().orderBy("id").execute()).toEqual(
    reviews.map((one) => ({ ...one, ...undecided })),
  );
  expect(await db.selectFrom("contact_messages").selectAll().orderBy("id").execute()).toMatchObject(
    messages.map((one) => ({ ...one, kind: "contact", url: null, state: "open", version: 0 })),
  );
  // What refers to the tables that were made anew refers to the new ones, and ids go on.
  expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
  await db.deleteFrom("dupe_reviews").where("id", "=", 12).execute();
  const { id } = await db
    .insertInto("dupe_reviews")
    .values({ user_id: "ana", description: "new", ...review })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(id).toBe(13);
  await db.deleteFrom("usuarios").where("id", "=", "ana").execute();
  expect(await db.selectFrom("contact_messages").select("id").execute()).toEqual([{ id: 2 }]);
  expect(await db.selectFrom("dupe_reviews").selectAll().execute()).toEqual([]);
});
