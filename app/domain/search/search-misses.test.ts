import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/database.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { createSearchMisses, deleteOldSearchMisses, type SearchMisses } from "./search-misses.ts";
import { eventually } from "../../../tests/support/eventually.ts";

let db: Db;
let misses: SearchMisses;
let now = new Date("2026-03-01T23:59:00Z");

beforeEach(async () => {
  db = await freshDatabase();
  now = new Date("2026-03-01T23:59:00Z");
  misses = createSearchMisses(db, 60_000, () => now);
});

afterEach(() => void vi.restoreAllMocks());

const rows = () =>
  db
    .selectFrom("search_misses")
    .select(["day", "text", "times"])
    .orderBy("day")
    .orderBy("text")
    .execute();
async function recorded(...queries: string[]) {
  for (const query of queries) misses.record(query);
  await misses.flush();
  return (await rows()).map(({ text }) => text);
}

test("equal texts share one row per day, in any spelling", async () => {
  await recorded("Zitrón 7", "zitron  7", "ZITRON-7");
  await recorded("zitron 7", "other");
  now = new Date("2026-03-02T00:00:00Z");
  await recorded("zitron 7");
  expect(await rows()).toEqual([
    { day: "2026-03-01", text: "other", times: 1 },
    { day: "2026-03-01", text: "zitron 7", times: 4 },
    { day: "2026-03-02", text: "zitron 7", times: 1 },
  ]);
});

test("possible email addresses and telephone numbers are not kept", async () => {
  const personal = [
    "ana@example.com",
    "ana＠example.com",
    "+34 612 34 56 78",
    "٦١٢٣٤٥٦٧٨",
    "call 612-345-678",
  ];
  expect(await recorded(...personal, "1005-acq", "...")).toEqual(["1005 acq"]);
});

test("a text has at most 60 characters and a day at most 1,000 texts; existing ones are still counted", async () => {
  expect(await recorded("x".repeat(300))).toEqual(["x".repeat(60)]);
  for (let n = 0; n < 1200; n += 400)
    await recorded(...Array.from({ length: 400 }, (_, i) => `miss ${n + i}`));
  await recorded("miss 0", "one more");
  expect(await rows()).toHaveLength(1000);
  expect((await rows()).find(({ text }) => text === "miss 0")!.times).toBe(2);
  now = new Date("2026-03-02T00:00:00Z");
  expect(await recorded("one more")).toContain("one more");
});

test("at most 500 texts are kept in memory", async () => {
  await recorded(...Array.from({ length: 600 }, (_, n) => `miss ${n}`));
  expect(await rows()).toHaveLength(500);
});

test("a failed write is retried the next time, and nothing is thrown", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  await db.schema.alterTable("search_misses").renameTo("elsewhere").execute();
  misses.record("zitron");
  await misses.flush();
  expect(logged).toHaveBeenCalledOnce();
  await db.schema.alterTable("elsewhere").renameTo("search_misses").execute();
  misses.record("zitron");
  await misses.close();
  expect(await rows()).toEqual([{ day: "2026-03-01", text: "zitron", times: 2 }]);
  misses.record("late");
  await misses.flush();
  expect(await rows()).toHaveLength(1);
});

test("rows are written automatically a moment later", async () => {
  const soon = createSearchMisses(db, 5);
  soon.record("zitron");
  await eventually(async () => expect(await rows()).toHaveLength(1));
});

test("days are deleted after six months", async () => {
  for (const day of ["2025-08-31", "2025-09-01", "2026-02-28"])
    await db.insertInto("search_misses").values({ day, text: "x", times: 1 }).execute();
  await deleteOldSearchMisses(db, now);
  expect((await rows()).map(({ day }) => day)).toEqual(["2025-09-01", "2026-02-28"]);
});
