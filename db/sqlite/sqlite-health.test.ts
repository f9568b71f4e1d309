import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import type { Db, Health } from "../database.ts";
import { connect } from "../open/open.ts";
import { openFile } from "./open-sqlite.ts";
import type { DatabaseFile } from "./database-file.ts";
import { createHealth } from "./sqlite-health.ts";
import { migrate } from "../migrate.ts";
import { eventually } from "../../tests/support/eventually.ts";

let url: string;
let db: Db;
let file: DatabaseFile;
let health: Health;

beforeEach(async () => {
  url = `file:${join(mkdtempSync(join(tmpdir(), "sosia-health-")), "perfumes.db")}`;
  ({ db, file } = openFile(url));
  await migrate(db);
  health = createHealth(db, file);
  vi.restoreAllMocks();
  return () => db.destroy();
});

const fifty = <Answer>(ask: () => Answer) => Promise.all(Array.from({ length: 50 }, ask));

test("concurrent health checks share one read and one write", async () => {
  const [looks, writes] = [vi.spyOn(file, "look"), vi.spyOn(file, "writeOnce")];
  expect(new Set(await fifty(() => health.ready()))).toEqual(new Set([null]));
  expect(new Set(await fifty(() => health.alive()))).toEqual(new Set([null]));
  expect([looks.mock.calls.length, writes.mock.calls.length]).toEqual([1, 1]);
});

test("a write lock released in time makes no difference, and waiting for it blocks nothing", async () => {
  const other = connect(url);
  const lock = await other.startTransaction().execute();
  const attempts = vi.spyOn(file, "writeOnce");
  let answer: string | null | undefined;
  const asked = health.ready().then((problem) => (answer = problem));
  await eventually(() => expect(attempts.mock.calls.length).toBeGreaterThan(3));
  expect([answer, health.alive()]).toEqual([undefined, null]);
  await lock.rollback().execute();
  expect(await asked).toBeNull();
  await other.destroy();
});

test("a write lock that is unavailable for 3 s is reported, and logged once (RULES.md 14.3)", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const other = connect(url);
  const lock = await other.startTransaction().execute();
  const began = performance.now();
  expect(new Set(await fifty(() => health.ready()))).toEqual(
    new Set([expect.stringMatching(/is locked by another process/)]),
  );
  expect(performance.now() - began).toBeGreaterThanOrEqual(3000);
  expect(log).toHaveBeenCalledTimes(1);
  await lock.rollback().execute();
  await other.destroy();
});

test("a schema of another version is reported", async () => {
  await db.deleteFrom("kysely_migration" as never).execute();
  vi.spyOn(console, "error").mockReturnValue();
  expect(await health.ready()).toMatch(/not up to date: run `npm run db:migrate`/);
  expect(health.alive()).toBeNull();
});
