import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { beforeEach, expect, test } from "vitest";
import * as baseline from "../migrations/2026-11-23-baseline.ts";
import { addPerfume, freshDatabase } from "../tests/support/database.ts";
import { onPostgres } from "../tests/support/postgres-databases.ts";
import { schemaLines } from "./backup/schema-lines.ts";
import { replaced } from "./before-baseline.ts";
import type { Db } from "./database.ts";
import { connect } from "./open/open.ts";
import { knownMigrations, migrate, schemaProblem } from "./migrate.ts";

let db: Db;
beforeEach(async () => {
  db = onPostgres ? await freshDatabase() : connect(":memory:");
  if (onPostgres) await sql`drop schema public cascade`.execute(db);
  if (onPostgres) await sql`create schema public`.execute(db);
  const provider = { getMigrations: async () => ({ [baselineName]: baseline }) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
});

const baselineName = "2026-11-23-baseline";

/** The schema of the replaced migrations; on PostgreSQL with today's names of constraints and sequences. */
const frozen = readFileSync(
  new URL(`../tests/support/${onPostgres ? "postgres" : "sqlite"}-schema.txt`, import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n");

async function applied(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function record(names: string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(db);
  for (const name of names)
    await sql`insert into kysely_migration values (${name}, '2026-11-22')`.execute(db);
}

test("the baseline creates the schema of the migrations it replaced", async () => {
  expect(await schemaLines(db)).toEqual(frozen);
});

test("a database with all migrations from before the baseline is accepted as it is", async () => {
  await addPerfume(db, "Creed", "Aventus");
  await record(replaced);
  if (onPostgres)
    for (const old of [
      "alter table dupes rename constraint dupes_likes_check to dupes_new_likes_check",
      "alter table perfumes rename constraint perfumes_pkey to perfumes_new_pkey",
      "alter sequence perfumes_id_seq rename to perfumes_new_id_seq",
      `create function perfumes_back() returns trigger language plpgsql as 'begin return null; end'`,
    ])
      await sql.raw(old).execute(db);
  expect(await schemaProblem(db, await knownMigrations())).toBe(
    "The database's schema is not up to date: run `npm run db:migrate` first.",
  );

  const [first, ...later] = await knownMigrations();
  expect(first).toBe(baselineName);
  expect(await migrate(db)).toEqual(later);

  expect(await applied()).toEqual([first, ...later]);
  expect(await schemaProblem(db, await knownMigrations())).toBeNull();
  expect(await schemaLines(db)).toEqual(await schemaLines(await freshDatabase()));
  expect(await addPerfume(db, "Dior", "Sauvage")).toBe(2);
});

test("a database with only some of them is refused with one line, and stays unchanged", async () => {
  const some = replaced.slice(0, -1);
  await record(some);
  const line =
    "The database's schema is too old for this version of the site: run `npm run db:migrate` of commit 167fdce first.";
  expect(await schemaProblem(db, await knownMigrations())).toBe(line);
  await expect(migrate(db)).rejects.toThrow(line);
  expect(await applied()).toEqual(some);
});
