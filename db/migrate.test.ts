import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KyselyPlugin, type RootOperationNode, sql, SqliteQueryCompiler } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { factColumns } from "#app/domain/catalog/facts.ts";
import { listDupes } from "#app/domain/catalog/relations.ts";
import { mostSearched } from "#app/domain/catalog/perfumes.ts";
import { runProcess } from "../tests/support/command.ts";
import { addDupe, addPerfume, freshDatabase } from "../tests/support/database.ts";
import type { Db } from "./database.ts";
import { connect } from "./open/open.ts";
import { knownMigrations, lacksSome, migrate, schemaProblem } from "./migrate.ts";

const isMigrated = async (db: Db) => (await schemaProblem(db, await knownMigrations())) === null;
const now = "2026-01-31T08:00:00.000Z";
let db: Db;
let aventus: number;

beforeEach(async () => {
  db = await freshDatabase();
  aventus = await addPerfume(db, "Creed", "Aventus");
  await addDupe(db, aventus, "Armaf", "Club de Nuit Intense Man");
});

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${table})`.execute(db);
  return rows.map((row) => row.name);
}

async function tables(): Promise<string[]> {
  return (await db.introspection.getTables()).map((table) => table.name);
}

test("the public profile holds no credentials", async () => {
  expect((await columnsOf("usuarios")).join(" ")).not.toMatch(/mail|password|google|hash/);
});

test("every foreign key is the prefix of an index, so that deleting a row never reads a whole table", async () => {
  const bare: string[] = [];
  let keys = 0;
  for (const table of await tables()) {
    const { rows } = await sql<{ key: string }>`
      select "from" as key from pragma_foreign_key_list(${table})`.execute(db);
    const first = await sql<{ name: string }>`
      select info.name from pragma_index_list(${table}) as list, pragma_index_info(list.name) as info
      where info.seqno = 0
      union select name from pragma_table_info(${table}) where pk = 1 and lower(type) = 'integer'`.execute(
      db,
    );
    const indexed = new Set(first.rows.map((row) => row.name));
    keys += rows.length;
    for (const { key } of rows) if (!indexed.has(key)) bare.push(`${table}.${key}`);
  }
  expect(keys).toBeGreaterThanOrEqual(10);
  expect(bare).toEqual([]);
});

test("each fact of a bottle raises its revision and is a change of the open data", async () => {
  const facts = { concentracion: "edp", anio: 2010, genero: "men", familia: "woody", notas: "oak" };
  expect(Object.keys(facts)).toEqual([...factColumns]);
  for (const [column, value] of Object.entries(facts)) {
    await db.deleteFrom("data_changes").execute();
    const bottle = db.selectFrom("perfumes").where("id", "=", aventus);
    const before = await bottle.select("revision").executeTakeFirstOrThrow();
    await sql`update perfumes set ${sql.ref(column)} = ${value} where id = ${aventus}`.execute(db);
    expect(await bottle.select("revision").executeTakeFirstOrThrow()).toEqual({
      revision: before.revision + 1,
    });
    expect(await db.selectFrom("data_changes").select(["file", "row_id"]).execute()).toEqual([
      { file: "perfumes", row_id: aventus },
    ]);
  }
});

test("migrating again does nothing, and a database knows whether its schema is up to date", async () => {
  const empty = connect(":memory:");
  expect(await isMigrated(empty)).toBe(false);
  expect(await migrate(empty)).not.toEqual([]);
  expect(await isMigrated(empty)).toBe(true);
  expect(await migrate(empty)).toEqual([]);
});

test("a schema that lacks one of several migrations is not up to date", () => {
  expect(lacksSome(["one"], ["one", "two"])).toBe(true);
  expect(lacksSome(["one", "two"], ["one", "two"])).toBe(false);
});

/** Migrates a fresh file whose nth statement fails. @returns false when there is no such statement */
async function migrateFailingAt(url: string, nth: number): Promise<boolean> {
  const db = connect(url);
  let count = 0;
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      if (++count === nth) throw new Error("failed here");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const outcome = await migrate(db.withPlugin(failing)).then(
    () => "migrated",
    (error: Error) => error.message,
  );
  await db.destroy();
  return outcome === "failed here";
}

test("a migration that fails at any statement leaves a database that can still be migrated", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sosia-migrate-"));
  const all = globSync("migrations/!(*.test).ts");
  let failures = 0;
  for (let nth = 1; ; nth += 17) {
    const url = `file:${join(folder, `${nth}.db`)}`;
    if (!(await migrateFailingAt(url, nth))) break;
    failures++;
    const again = connect(url);
    // Steps after the commit may fail, too.
    expect([0, all.length]).toContain((await migrate(again)).length);
    expect(await isMigrated(again)).toBe(true);
    await again.destroy();
  }
  expect(failures).toBeGreaterThan(10);
});

test("a process killed while migrating leaves a database that can still be migrated", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sosia-migrate-"));
  for (const ms of [150, 250, 350]) {
    const url = `file:${join(folder, `${ms}.db`)}`;
    const child = spawn(process.execPath, ["app/commands/db-migrate.ts"], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: "ignore",
    });
    setTimeout(() => child.kill("SIGKILL"), ms);
    await once(child, "exit");
    const again = connect(url);
    await migrate(again);
    expect(await isMigrated(again)).toBe(true);
    await again.destroy();
  }
});

test("two processes can migrate at once", async () => {
  const url = `file:${join(mkdtempSync(join(tmpdir(), "sosia-migrate-")), "two.db")}`;
  const run = () => runProcess("db-migrate", url, []);
  const both = await Promise.all([run(), run()]);
  expect(both.map(({ code, err }) => [code, err])).toEqual([
    [0, ""],
    [0, ""],
  ]);
});

/** SQLite's EXPLAIN QUERY PLAN for every query that the work sends. */
async function plans(work: (db: Db) => Promise<unknown>): Promise<string[][]> {
  const asked: RootOperationNode[] = [];
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => (asked.push(node), node),
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(listener));
  const found: string[][] = [];
  for (const node of asked) {
    const { sql: text, parameters } = new SqliteQueryCompiler().compileQuery(node as never, {
      queryId: "",
    });
    const [before, ...after] = text.split("?");
    const query = sql<{ detail: string }>`explain query plan ${sql.raw(before!)}${sql.join(
      after.map((part, i) => sql`${parameters[i]}${sql.raw(part)}`),
      sql``,
    )}`;
    found.push((await query.execute(db)).rows.map((row) => row.detail));
  }
  return found;
}

/**
 * A scan along an index stops at the limit; a table scan, or one that is sorted afterwards, does not. The few
 * suspensions are read once.
 */
const fullScan = /^SCAN (?!suspensions$)(?!.* USING (COVERING )?INDEX )/;

test("the most viewed perfumes are read along indexes and never sorted", async () => {
  const steps = await plans((listening) => mostSearched(listening, new Date(now)));
  expect(steps).toHaveLength(3);
  expect(steps[0]!.join()).toMatch(/^SEARCH perfume_month_views USING COVERING INDEX/);
  expect(steps[1]!.join()).toMatch(/^SCAN perfumes USING COVERING INDEX perfumes_by_popularity$/);
  expect(steps.flat().filter((step) => fullScan.test(step) || /TEMP B-TREE/.test(step))).toEqual(
    [],
  );
});

test("a perfume's dupes are found by index", async () => {
  const steps = await plans((listening) => listDupes(listening, aventus));
  expect(steps[0]![0]).toMatch(/^SEARCH dupes USING INDEX \w+ \(perfume_id=\?\)$/);
  expect(steps.flat().filter((step) => fullScan.test(step))).toEqual([]);
});
