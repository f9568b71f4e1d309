import { globSync } from "node:fs";
import { basename } from "node:path";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { connect } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";

const at = "2026-01-31T08:00:00.000Z";

/** A database with the schema before this migration. */
async function oldDatabase(): Promise<Kysely<any>> {
  const db = connect(":memory:");
  const files = globSync("migrations/*.ts").filter(
    (file) => file < "migrations/2026-12-01-reports" && !file.endsWith(".test.ts"),
  );
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        await Promise.all(
          files.map(async (file): Promise<[string, Migration]> => [
            basename(file, ".ts"),
            await import(/* @vite-ignore */ `../${file}`),
          ]),
        ),
      ),
  };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  expect(error).toBeUndefined();
  return db;
}

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
