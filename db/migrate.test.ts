import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KyselyPlugin, type RootOperationNode, sql, SqliteQueryCompiler } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { listDupes } from "#app/domain/catalog/relations.ts";
import { mostSearched } from "#app/domain/catalog/perfumes.ts";
import { addAccount } from "../tests/support/accounts.ts";
import { runProcess } from "../tests/support/command.ts";
import { addDupe, addPerfume, freshDatabase, withSchemaOf } from "../tests/support/database.ts";
import type { Db } from "./database.ts";
import { connect } from "./open/open.ts";
import { up } from "../migrations/2026-11-30-look-alike-usernames.ts";
import { up as figures } from "../migrations/2026-12-01-figures-of-votes.ts";
import { knownMigrations, lacksSome, migrate, schemaProblem } from "./migrate.ts";

const isMigrated = async (db: Db) => (await schemaProblem(db, await knownMigrations())) === null;
const now = "2026-01-31T08:00:00.000Z";
let db: Db;
let aventus: number;
let armaf: number;
let ana: string;

beforeEach(async () => {
  db = await freshDatabase();
  aventus = await addPerfume(db, "Creed", "Aventus");
  armaf = await addDupe(db, aventus, "Armaf", "Club de Nuit Intense Man");
  ana = await addAccount(db, "ana");
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

/** before-baseline.test.ts compares the whole schema up to there. */
test("tables that were rebuilt since the baseline keep its constraints", async () => {
  const vote = (user_id: string, voto: number) =>
    db
      .insertInto("user_votes")
      .values({ dupe_id: armaf, user_id, voto: voto as 1, created_at: now })
      .execute();
  await vote(ana, 1);
  await expect(vote(ana, -1)).rejects.toThrow(/UNIQUE constraint failed/);
  await expect(vote("nobody", 1)).rejects.toThrow(/FOREIGN KEY constraint failed/);
  await expect(vote(await addAccount(db, "bea"), 2)).rejects.toThrow(/CHECK constraint failed/);
  for (const wrong of [{ porcentaje: 101 }, { likes: -1 }, { nombre: "" }])
    await expect(db.updateTable("dupes").set(wrong).execute()).rejects.toThrow(/CHECK/);
  await db.deleteFrom("usuarios").execute();
  expect(await db.selectFrom("user_votes").select("user_id").execute()).toEqual([
    { user_id: null },
  ]);
  await db.deleteFrom("perfumes").execute();
  for (const table of ["dupes", "user_votes"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
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

test("look-alike usernames get one key; where several exist, only the oldest's changes", async () => {
  const people: [string, string][] = [
    ["IIlumina1", "2026-01-02"],
    ["illumina1", "2026-01-01"],
    ["illuminai", "2026-01-01"],
    ["lllumlnol", "2026-01-01"],
    ["o1ga", "2026-01-01"],
    ["olga", "2026-01-02"],
    ["bob", "2026-01-01"],
    ["B0B2", "2026-01-01"],
  ];
  for (const [name, createdAt] of people) {
    await addAccount(db, name, { createdAt });
    await db
      .updateTable("usuarios")
      .set({ nombre_usuario_clave: name.toLowerCase() })
      .where("id", "=", name)
      .execute();
  }
  await addAccount(db, "nameless", { username: null });
  const keys = async () => {
    const rows = await db
      .selectFrom("usuarios")
      .select(["id", "nombre_usuario_clave as key"])
      .where("id", "!=", ana)
      .execute();
    return Object.fromEntries(rows.map(({ id, key }) => [id, key]));
  };
  const folded = {
    IIlumina1: "iilumina1",
    illumina1: "lllumlnal",
    illuminai: "illuminai",
    lllumlnol: "lllumlnol",
    o1ga: "o1ga",
    olga: "olga",
    bob: "bob",
    B0B2: "bob2",
    nameless: null,
  };
  for (let times = 0; times < 2; times++) {
    await up(db);
    expect(await keys()).toEqual(folded);
  }
});

test("old lists become articles, and whatever is on a code host a catalogue that no longer counts", async () => {
  const before = (await knownMigrations()).filter((name) => name < "2026-12-01");
  await withSchemaOf(db, before);
  aventus = await addPerfume(db, "Creed", "Aventus");
  armaf = await addDupe(db, aventus, "Armaf", "Club de Nuit Intense Man");
  const add = (url: string, kind: string, stance = "for") =>
    sql<{ id: number }>`insert into dupe_sources (dupe_id, url, title, stance, kind, created_at)
      values (${armaf}, ${url}, 'T', ${stance}, ${kind}, ${now})`.execute(db);
  await add("https://blog.example/", "list", "against");
  await add("https://blog.example/2", "discussion");
  await add("https://github.com/a", "list");
  await add("https://raw.githubusercontent.com/a", "maker");
  await add("https://github.com/b", "discussion", "against");
  await sql`delete from data_changes`.execute(db);
  await migrate(db);
  expect(
    await db.selectFrom("dupe_sources").select(["id", "kind", "author"]).orderBy("id").execute(),
  ).toEqual([
    { id: 1, kind: "article", author: null },
    { id: 2, kind: "discussion", author: null },
    { id: 3, kind: "catalogue", author: null },
    { id: 4, kind: "catalogue", author: null },
  ]);
  expect(
    await db.selectFrom("dupes").select(["sources_for", "sources_against", "catalogues"]).execute(),
  ).toEqual([{ sources_for: 1, sources_against: 1, catalogues: 2 }]);
  const noted = await db
    .selectFrom("data_changes")
    .select("row_id")
    .where("file", "=", "sources")
    .execute();
  expect(noted.map(({ row_id }) => row_id).toSorted()).toEqual([1, 2, 3, 4, 5]);
  await sql`insert into dupe_sources (dupe_id, url, title, stance, kind, created_at)
    values (${armaf}, 'https://c.example/', 'T', 'for', 'review', ${now})`.execute(db);
  expect(
    await db.selectFrom("dupe_sources").select("id").where("kind", "=", "review").execute(),
  ).toEqual([{ id: 6 }]);
});

test("figures are made anew of votes alone, and what an email said follows, so that no email calls it news", async () => {
  const dupes = [
    ["Unvoted", { porcentaje: 99, estimacion: 62 }],
    ["Unknown", { porcentaje: 99 }],
    ["Voted", { porcentaje: 99, likes: 30, dislikes: 2, estimacion: 10 }],
  ] as const;
  const original = await addPerfume(db, "Dior", "Refigured");
  for (const [nombre, { porcentaje, ...more }] of dupes) {
    const id = await addDupe(db, original, "Zara", nombre, more);
    await db.updateTable("dupes").set({ porcentaje }).where("id", "=", id).execute();
  }
  const told = { told_at: "2026-01-02", told_similarity: 99 };
  const kept = { user_id: ana, perfume_id: original, list: "want", since: "2026-01-01" } as const;
  await db
    .insertInto("shelf")
    .values({ ...kept, ...told })
    .execute();
  await figures(db);
  const rows = await db
    .selectFrom("dupes")
    .select("porcentaje")
    .where("perfume_id", "=", original)
    .orderBy("id")
    .execute();
  expect(rows.map(({ porcentaje }) => porcentaje)).toEqual([62, 85, 91]);
  const { told_similarity } = await db
    .selectFrom("shelf")
    .select("told_similarity")
    .where("perfume_id", "=", original)
    .executeTakeFirstOrThrow();
  expect(told_similarity).toBe(91);
});
