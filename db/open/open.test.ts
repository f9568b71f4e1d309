import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { addPerfume } from "../../tests/support/database.ts";
import type { Db } from "../database.ts";
import { inTransaction } from "../transactions.ts";
import { connect, openDatabase } from "./open.ts";
import { emptyLog } from "../sqlite/open-sqlite.ts";
import { migrate } from "../migrate.ts";

const newFile = () => join(mkdtempSync(join(tmpdir(), "sosia-connect-")), "perfumes.db");

async function pragma(db: Db, name: string) {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
  return Object.values(rows[0]!)[0];
}

const FULL = 2;

test("every file connection writes durably, enforces foreign keys and never blocks while waiting", async () => {
  const path = newFile();
  for (const db of [connect(`file:${path}`), connect(`file:${path}`)]) {
    expect(await pragma(db, "journal_mode")).toBe("wal");
    expect(await pragma(db, "synchronous")).toBe(FULL);
    expect(await pragma(db, "foreign_keys")).toBe(1);
    expect(await pragma(db, "busy_timeout")).toBe(0);
    expect(await pragma(db, "secure_delete")).toBe(1);
    expect(await pragma(db, "journal_size_limit")).toBe(4 * 1024 * 1024);
    await db.destroy();
  }
});

test.each(["./data/perfumes.db", "/data/perfumes.db", "https://x.example/", "file:"])(
  "another kind of address is refused with one clear line: %s",
  (url) => {
    expect(() => connect(url)).toThrow(
      /^DATABASE_URL .*file:\.\/data\/perfumes\.db(, or postgres:.*)?$/,
    );
  },
);

test("a new file is readable only by its owner, and so are the files beside it", async () => {
  const path = newFile();
  const db = connect(`file:${path}`);
  await migrate(db);
  const modes = ["", "-wal", "-shm"].map((ending) => statSync(path + ending).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600, 0o600]);
  await db.destroy();
});

test("a transaction takes the write lock at its start, not at its first write", async () => {
  const url = `file:${newFile()}`;
  const [writer, other] = [connect(url), connect(url)];
  await migrate(writer);
  let entered = false;
  await writer.transaction().execute(async () => {
    const refused = other.transaction().execute(async () => void (entered = true));
    await expect(refused).rejects.toThrow(/database is locked/);
  });
  expect(entered).toBe(false);
  await other.transaction().execute(async () => void (entered = true));
  expect(entered).toBe(true);
  await Promise.all([writer.destroy(), other.destroy()]);
});

test("transactions on one connection queue instead of nesting, and so does a separate query", async () => {
  const db = connect(":memory:");
  await migrate(db);
  const steps: string[] = [];
  const transaction = (name: string) =>
    inTransaction(db, async (trx) => {
      steps.push(`${name} begins`);
      await addPerfume(trx, "Creed", name);
      // Time for anything that does not wait for this transaction to run.
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
    });
  const counted = async () => {
    const rows = await db.selectFrom("perfumes").select("id").execute();
    steps.push(`${rows.length} seen`);
  };
  await Promise.all([transaction("one"), counted(), transaction("two")]);
  expect(steps.filter((step) => !step.endsWith("seen"))).toEqual([
    "one begins",
    "one ends",
    "two begins",
    "two ends",
  ]);
  expect(steps).toContain("1 seen");
});

test("the write-ahead log is emptied, unless a reader still needs it", async () => {
  const path = newFile();
  const [db, other] = [connect(`file:${path}`), connect(`file:${path}`)];
  await migrate(db);
  await sql`begin`.execute(other);
  await other.selectFrom("perfumes").selectAll().execute();
  await addPerfume(db, "Creed", "Aventus");
  await expect(emptyLog(db)).rejects.toThrow(/the database is busy/);
  await sql`commit`.execute(other);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  await emptyLog(db);
  expect(statSync(`${path}-wal`).size).toBe(0);
  await Promise.all([db.destroy(), other.destroy()]);
});

test("each statement's time is reported as reading or writing, even if it fails", async () => {
  const told: string[] = [];
  const { db } = openDatabase(`file:${newFile()}`, {
    onStatement(kind, time) {
      expect(time).toBeGreaterThanOrEqual(0);
      told.push(kind);
    },
  });
  onTestFinished(() => db.destroy());
  const run = async (statement: string) => {
    told.length = 0;
    await sql.raw(statement).execute(db);
    return told.join(" ");
  };
  expect(await run("create table t (n integer primary key)")).toBe("write");
  expect(await run("insert into t values (1)")).toBe("write");
  expect(await run("select * from t")).toBe("read");
  await expect(run("insert into t values (1)")).rejects.toThrow(/UNIQUE/u);
  expect(told).toEqual(["write"]);
  told.length = 0;
  await inTransaction(db, (tx) => sql`insert into t values (2)`.execute(tx));
  expect(told).toEqual(["write", "write", "write"]);
});

test("an empty list produces valid SQL: nothing is in it, everything is not", async () => {
  const db = connect(":memory:");
  await migrate(db);
  const id = await addPerfume(db, "Creed", "Aventus");
  const none: number[] = [];
  const within = db.selectFrom("perfumes").select("id").where("id", "in", none);
  const without = db.selectFrom("perfumes").select("id").where("id", "not in", none);
  for (const query of [within, without, db.deleteFrom("perfumes").where("id", "in", none)])
    expect(query.compile().sql).not.toMatch(/in \(\s*\)/u);
  expect([await within.execute(), await without.execute()]).toEqual([[], [{ id }]]);
  await inTransaction(db, async (tx) => {
    expect(await tx.deleteFrom("perfumes").where("id", "in", none).execute()).toEqual([
      { numDeletedRows: 0n },
    ]);
  });
});
