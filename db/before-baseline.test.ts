import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { runProcess } from "../tests/support/command.ts";
import { addPerfume, freshFile, withSchemaOf } from "../tests/support/database.ts";
import { onPostgres } from "../tests/support/postgres-databases.ts";
import { schemaLines } from "../tests/support/schema-lines.ts";
import { baseline, folded } from "./before-baseline.ts";
import type { Db } from "./database.ts";
import { knownMigrations, migrate, schemaProblem } from "./migrate.ts";

let db: Db;
let url: string;
beforeEach(async () => {
  ({ db, url } = await freshFile());
  return () => db.destroy();
});

/** The schema that the folded migrations made. */
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

const toBaseline = () => withSchemaOf(db, [baseline]);
const later = async () => (await knownMigrations()).filter((name) => name !== baseline);

test("the baseline creates the schema of the migrations it replaced", async () => {
  await toBaseline();
  expect(await schemaLines(db)).toEqual(frozen);
});

test("a database with all of them counts as having the baseline, and only their names change", async () => {
  const whole = await schemaLines(db);
  await toBaseline();
  await addPerfume(db, "Creed", "Aventus");
  await record(folded);
  expect(await schemaProblem(db, await knownMigrations())).toMatch(/not up to date/);

  expect(await migrate(db)).toEqual(await later());

  expect(await applied()).toEqual(await knownMigrations());
  expect(await schemaProblem(db, await knownMigrations())).toBeNull();
  expect(await schemaLines(db)).toEqual(whole);
  expect(await addPerfume(db, "Dior", "Sauvage")).toBe(2);
});

test("several processes can take such a database over at once", async () => {
  await toBaseline();
  await record(folded);
  const all = await Promise.all([1, 2].map(() => runProcess("db-migrate", url, [])));
  for (const ran of all) expect(ran).toMatchObject({ code: 0, err: "" });
  const idle = all.filter(({ out }) => out === "The schema is up to date.\n");
  expect(idle).toHaveLength(1);
  expect(await applied()).toEqual(await knownMigrations());
});

test("a database with fewer or older ones is refused by each command with one line, and stays unchanged", async () => {
  const err =
    "The database's schema is too old for this version of the site: run `npm run db:migrate` at commit 265ca069 first.\n";
  const before = await schemaLines(db);
  for (const names of [
    folded.slice(0, -1),
    folded.slice(0, 1),
    ["2026-11-23-baseline", "2026-11-28-looked-at"],
  ]) {
    await record(names);
    await expect(migrate(db)).rejects.toThrow(err.trim());
    expect(await applied()).toEqual(names);
  }
  expect(await runProcess("db-migrate", url, [])).toEqual({ code: 1, out: "", err });
  expect(await runProcess("mail", url, ["status"])).toEqual({ code: 1, out: "", err });
  expect(await schemaLines(db)).toEqual(before);
});

test("a database with all of them and an unknown one is newer", async () => {
  await record([...folded, "2999-01-01-news"]);
  const newer = /newer than this version.*2999-01-01-news/;
  expect(await schemaProblem(db, await knownMigrations())).toMatch(newer);
  await expect(migrate(db)).rejects.toThrow(newer);
  expect(await applied()).toEqual([...folded, "2999-01-01-news"]);
});
