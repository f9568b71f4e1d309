import { sql } from "kysely";
import { expect, test } from "vitest";
import { onPostgres } from "../tests/support/postgres-databases.ts";
import { freshFile } from "../tests/support/database.ts";
import { connect } from "./open/open.ts";
import { knownMigrations, makeSchema, migrate, schemaProblem } from "./migrate.ts";

const at = "2026-02-03T10:00:00.000Z";
const url = "https://forum.example/1";

/** A database as the migrations before this one leave it. */
async function databaseBefore(migration: string) {
  const fresh = onPostgres ? await freshFile() : null;
  const db = fresh?.db ?? connect(":memory:");
  if (onPostgres) await sql`drop schema public cascade`.execute(db);
  if (onPostgres) await sql`create schema public`.execute(db);
  await makeSchema(
    db,
    (await knownMigrations()).filter((name) => name < migration),
  );
  return db;
}

test("authors and pages of suggestions are carried over, in undo data too, and ids are not used again", async () => {
  const db = await databaseBefore("2026-11-28");
  const run = (text: string) => sql.raw(text).execute(db);
  for (const id of ["ana", "bea"])
    await run(`insert into usuarios (id, nombre_completo, created_at) values ('${id}', '', '')`);
  await run(`insert into perfumes (marca, marca_clave, marca_slug, nombre, nombre_clave, created_at, updated_at)
    values ('a', 'a', 'a', 'b', 'b', '', '')`);
  const columns = "perfume_id, nombre_dupe, marca_dupe, clave, twin_key, created_at";
  for (const [clave, fuente, veces] of [
    ["supported", `'${url}'`, 3],
    ["bare", "null", 1],
  ])
    await run(`insert into sugerencias_dupes (${columns}, user_id, fuente, veces)
      values (1, 'n', 'm', '${clave}', 't', '${at}', 'ana', ${fuente}, ${veces})`);
  for (const [suggestion, user, thanks] of [
    [1, "ana", 0],
    [1, "bea", 1],
    [2, "bea", 0],
  ])
    await run(`insert into suggestion_authors (dupe_suggestion_id, user_id, at, thanks_due)
      values (${suggestion}, '${user}', '${at}', ${thanks})`);
  await run(`delete from suggestion_authors where id = 3`);
  await run(
    `insert into audit_log (at, via, action, subject) values ('${at}', 'desk', 'merge', 'perfume:1')`,
  );
  const gone = { id: 7, user_id: "ana", created_at: at, fuente: url };
  for (const [key, before, after] of [
    [7, gone, null],
    [1, { fuente: null, version: 1 }, { fuente: url, version: 2 }],
  ] as const)
    await db
      .insertInto("changed_rows")
      .values({
        entry_id: 1,
        at,
        place: "sugerencias_dupes",
        user_id: after ? null : "ana",
        key: JSON.stringify({ id: key }),
        before: JSON.stringify(before),
        after: after && JSON.stringify(after),
      })
      .execute();

  expect(await migrate(db)).toContain("2026-11-28-suggestion-voices");
  expect(await schemaProblem(db, await knownMigrations())).toBeNull();
  const unknown = { mailbox: null, mail_domain: null, network: null };
  const author = { perfume_suggestion_id: null, dupe_suggestion_id: 1, at, language: null };
  expect(await db.selectFrom("suggestion_authors").selectAll().orderBy("id").execute()).toEqual([
    { ...author, ...unknown, id: 1, user_id: "ana", thanks_due: 0, counted: 1 },
    { ...author, ...unknown, id: 2, user_id: "bea", thanks_due: 1, counted: 1 },
  ]);
  expect(await db.selectFrom("suggested_pages").selectAll().execute()).toEqual([
    { dupe_suggestion_id: 1, url, user_id: "ana", at },
  ]);
  const changed = await db
    .selectFrom("changed_rows")
    .select(["place", "key", "user_id", "before", "after"])
    .orderBy("id")
    .execute();
  const read = (json: string | null) => json && JSON.parse(json);
  expect(changed.map(({ before, after, ...row }) => [row, read(before), read(after)])).toEqual([
    [
      { place: "sugerencias_dupes", key: '{"id":7}', user_id: "ana" },
      { id: 7, user_id: "ana", created_at: at },
      null,
    ],
    [
      { place: "sugerencias_dupes", key: '{"id":1}', user_id: null },
      { version: 1 },
      { version: 2 },
    ],
    [
      {
        place: "suggested_pages",
        key: JSON.stringify({ dupe_suggestion_id: 7, url }),
        user_id: "ana",
      },
      { dupe_suggestion_id: 7, url, user_id: "ana", at },
      null,
    ],
  ]);
  const visitor = { ...author, user_id: null };
  const { id } = await db
    .insertInto("suggestion_authors")
    .values(visitor)
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(id).toBe(4);
  await db.destroy();
});
