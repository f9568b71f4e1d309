import { appendFileSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { foldNewViews } from "../new-views.ts";
import type { Db } from "#db/database.ts";
import { isConstraint } from "#db/errors.ts";
import { breakWrites } from "../../../../tests/support/broken-writes.ts";
import { addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { createViewImport, type Opening } from "./import-views.ts";
import { deleteOldImportedLogs, ImportedElsewhere } from "./imported-logs.ts";

const now = new Date("2027-01-02T00:00:00.000Z");
const minute = 60_000;
let db: Db;
let aventus: number;
let file: string;

beforeEach(async () => {
  db = await freshDatabase();
  aventus = await addPerfume(db, "Creed", "Aventus");
  file = join(mkdtempSync(join(tmpdir(), "sosia-import-")), "access.log");
});

/** A log line in a simpler format than a proxy's. @param at minutes before the new year */
const line = (at: number, client: string, more: Partial<Opening> = {}) =>
  `${JSON.stringify({ at: Date.UTC(2027, 0, 1) - at * minute, client, perfumeId: aventus, ...more })}\n`;

function read(text: string): Opening | "other" | "broken" {
  if (!text.startsWith("{")) return text === "other" ? "other" : "broken";
  const { at, ...more } = JSON.parse(text);
  return { network: null, searched: false, fromCache: true, ...more, at: new Date(at) };
}

const importer = (rowsOf: "all" | "signed-in" = "signed-in") =>
  createViewImport(db, read, rowsOf, now);
/** Only the totals that are not zero. */
async function imported(importViews = importer(), path = file) {
  const totals = Object.entries(await importViews(path)).filter(([, count]) => count > 0);
  return Object.fromEntries(totals);
}

const months = () =>
  db.selectFrom("perfume_month_views").select(["month", "views"]).orderBy("month").execute();
const sumOfMonths = async () => (await months()).reduce((sum, { views }) => sum + views, 0);

test("views are counted by log time, per month and day, as by visitors who are not signed in", async () => {
  writeFileSync(file, line(60, "one", { searched: true }) + line(1, "two") + line(-1, "three"));
  expect(await imported(importer("all"))).toEqual({ lines: 3, counted: 3 });
  expect(await months()).toEqual([
    { month: "2026-12", views: 2 },
    { month: "2027-01", views: 1 },
  ]);
  expect(await db.selectFrom("day_views").selectAll().orderBy("day").execute()).toEqual([
    { day: "2026-12-31", views: 2, searched: 1 },
    { day: "2027-01-01", views: 1, searched: 0 },
  ]);
  expect(
    await db
      .selectFrom("perfume_searches")
      .select(["user_id", "created_at"])
      .orderBy("created_at")
      .limit(1)
      .execute(),
  ).toEqual([{ user_id: null, created_at: "2026-12-31T23:00:00.000Z" }]);
  await foldNewViews(db);
  expect(await db.selectFrom("perfumes").select("vistas").execute()).toEqual([{ vistas: 3 }]);
});

test("a client counts once in 30 minutes of log time, and its network five times a day", async () => {
  const repeated = line(100, "one") + line(71, "one") + line(69, "one");
  const network = Array.from({ length: 60 }, (_, n) =>
    line(60, `client ${n}`, { network: "office" }),
  );
  writeFileSync(file, repeated + network.join(""));
  expect(await imported()).toEqual({ lines: 63, counted: 7, repeated: 56 });
});

test("views that the site itself counted, and repeats within 30 minutes of them, are not counted again", async () => {
  writeFileSync(file, line(100, "one", { fromCache: false }) + line(90, "one") + line(60, "one"));
  expect(await imported()).toEqual({ lines: 3, bySite: 1, repeated: 1, counted: 1 });
});

test("broken lines, lines of another year and lines without a bottle are skipped and reported", async () => {
  const year = 366 * 24 * 60;
  const lines = [
    "other\n",
    "broken\n",
    "\n",
    `${"x".repeat(1_000_000)}\n`,
    `{${" ".repeat(1_000_000)}}\n`,
    line(year, "one"),
    line(-3 * 24 * 60, "one"),
    line(1, "one", { perfumeId: 999_999 }),
    line(1, "two"),
  ];
  writeFileSync(file, lines.join(""));
  expect(await imported()).toEqual({ lines: 9, other: 1, broken: 6, gone: 1, counted: 1 });
});

test("importing a log again counts nothing, even renamed or compressed", async () => {
  writeFileSync(file, line(60, "one") + line(59, "two"));
  await imported();
  expect(await imported()).toEqual({ lines: 2, before: 2 });
  renameSync(file, `${file}.1`);
  expect(await imported(importer(), `${file}.1`)).toEqual({ lines: 2, before: 2 });
  writeFileSync(`${file}.2.gz`, gzipSync(readFileSync(`${file}.1`)));
  expect(await imported(importer(), `${file}.2.gz`)).toEqual({ lines: 2, before: 2 });
  expect(await sumOfMonths()).toBe(2);
});

test("the rest of a grown log is counted, remembering earlier clients", async () => {
  writeFileSync(file, line(60, "one"));
  await imported();
  appendFileSync(file, line(50, "one") + line(50, "two") + line(49, "three").slice(0, 20));
  expect(await imported()).toEqual({ lines: 3, before: 1, repeated: 1, counted: 1 });
  appendFileSync(file, line(49, "three").slice(20));
  expect(await imported()).toEqual({ lines: 4, before: 3, counted: 1 });
  expect(await db.selectFrom("imported_logs").select("at").execute()).toHaveLength(1);
});

test("logs that share only their first line are different logs", async () => {
  writeFileSync(file, line(60, "one") + line(50, "two"));
  await imported();
  writeFileSync(file, line(60, "one") + line(50, "3rd") + line(40, "four"));
  expect(await imported()).toEqual({ lines: 3, counted: 3 });
  expect(await imported()).toEqual({ lines: 3, before: 3 });
});

test("a view at the end of one log suppresses a repeat in the next", async () => {
  const importViews = importer();
  writeFileSync(`${file}.1`, line(60, "one"));
  writeFileSync(file, line(40, "one") + line(40, "two"));
  expect(await imported(importViews, `${file}.1`)).toEqual({ lines: 1, counted: 1 });
  expect(await imported(importViews)).toEqual({ lines: 2, repeated: 1, counted: 1 });
});

test("an import that failed halfway resumes there and counts no view twice", async () => {
  const lines = Array.from({ length: 600 }, (_, n) => line(60, `client ${n}`));
  writeFileSync(file, lines.join(""));
  const mend = await breakWrites(db, "perfume_month_views", "update", "new.views > 300");
  await expect(imported()).rejects.toSatisfy(isConstraint);
  expect(await sumOfMonths()).toBe(256);
  await mend();
  expect(await imported()).toEqual({ lines: 600, before: 256, counted: 344 });
  expect(await sumOfMonths()).toBe(600);
});

test("when one log is imported twice at once, the second import counts nothing", async () => {
  const lines = Array.from({ length: 600 }, (_, n) => line(60, `client ${n}`));
  writeFileSync(file, lines.join(""));
  const outcomes = await Promise.allSettled([imported(), imported()]);
  const refused = outcomes.filter((one) => one.status === "rejected");
  for (const { reason } of refused) expect(reason).toBeInstanceOf(ImportedElsewhere);
  // If the second starts after the first has ended, everything is already counted.
  const later = outcomes.filter((one) => one.status === "fulfilled" && !one.value.counted);
  expect(refused.length + later.length).toBe(1);
  expect(await sumOfMonths()).toBe(600);
});

test("a log without a complete line counts nothing", async () => {
  writeFileSync(file, line(60, "one").trimEnd());
  expect(await imported()).toEqual({});
  expect(await db.selectFrom("imported_logs").selectAll().execute()).toEqual([]);
});

test("a log is remembered as long as its lines could count", async () => {
  writeFileSync(file, line(60, "one"));
  await imported();
  const day = 24 * 60 * minute;
  await deleteOldImportedLogs(db, new Date(now.getTime() + 366 * day));
  expect(await db.selectFrom("imported_logs").selectAll().execute()).toHaveLength(1);
  await deleteOldImportedLogs(db, new Date(now.getTime() + 367 * day));
  expect(await db.selectFrom("imported_logs").selectAll().execute()).toEqual([]);
});
