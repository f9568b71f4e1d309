import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { runCommand } from "../../tests/support/command.ts";
import { freshSqlite } from "../../tests/support/sqlite-databases.ts";

const then = "2026-03-01T10:00:00.000Z";
const ever = "2999-01-01T00:00:00.000Z";
let database: string;
let db: Db;

beforeEach(async () => {
  database = await freshSqlite();
  db = connect(database);
  await db
    .insertInto("changed_perfumes")
    .values(
      [
        { perfume_id: 1, dead_at: then, attempts: 1, last_error: "HTTP 403" },
        { perfume_id: 2, dead_at: then, attempts: 1, last_error: "HTTP 403" },
        { perfume_id: 3, next_attempt_at: ever, attempts: 4, last_error: "HTTP 503" },
        { perfume_id: 4, next_attempt_at: then },
        { perfume_id: 5, next_attempt_at: ever, lease: "other" },
      ].map((row) => ({
        marca: "Creed",
        nombre: "Aventus",
        attempts: 0,
        next_attempt_at: null,
        lease: null,
        last_error: null,
        dead_at: null,
        ...row,
      })),
    )
    .execute();
});

afterEach(() => db.destroy());

const indexNow = (...words: string[]) => runCommand("index-now", database, words);

test("status counts unannounced perfumes, gives the reason, and says whether announcing is on", async () => {
  const troubles = `2 perfumes  dead ${then} after 1  HTTP 403
1 perfumes  waiting till ${ever} after 4  HTTP 503
`;
  const off = await indexNow("status");
  expect(off).toEqual({ code: 0, out: `off: 3 waiting, 2 dead\n${troubles}`, err: "" });
  await db.updateTable("index_now").set({ noted: 1 }).execute();
  expect((await indexNow("status")).out).toBe(`3 waiting, 2 dead\n${troubles}`);
});

test("retry makes all perfumes due except those being announced", async () => {
  expect(await indexNow("retry")).toEqual({ code: 0, out: "4 perfumes are due now.\n", err: "" });
  const due = await db
    .selectFrom("changed_perfumes")
    .select("perfume_id")
    .where("next_attempt_at", "<=", new Date().toISOString())
    .where("dead_at", "is", null)
    .where("attempts", "=", 0)
    .orderBy("perfume_id")
    .execute();
  expect(due.map((row) => row.perfume_id)).toEqual([1, 2, 3, 4]);
});

test.each([[[]], [["status", "1"]], [["send"]]])(
  "an invalid command exits with 2 and says why: %j",
  async (words) => {
    const { code, out, err } = await indexNow(...words);
    expect([code, out, err]).toEqual([2, "", expect.stringMatching(/^Usage: npm run index-now/)]);
  },
);
