import { LRUCache } from "lru-cache";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/database.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import {
  createSearchMisses,
  createSharedTexts,
  deleteOldSearchMisses,
  type SearchMisses,
} from "./search-misses.ts";
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
const networks = ["192.0.2.0/24", "198.51.100.0/24", "2001:db8:1::/48"] as const;
/** @returns the texts stored, after three networks have searched for each */
async function recorded(...queries: string[]) {
  for (const query of queries) for (const network of networks) misses.record(query, network);
  await misses.flush();
  return (await named()).map(({ text }) => text);
}
const named = async () => (await rows()).filter(({ text }) => text !== "");

test("a text is stored from its third network on; before, its searches are only counted (RULES.md 2.2)", async () => {
  const name = "María Pérez, Calle Mayor 7";
  for (const network of [networks[0], networks[1], networks[0], networks[1]])
    misses.record(name, network);
  await misses.flush();
  expect(await rows()).toEqual([{ day: "2026-03-01", text: "", times: 4 }]);
  misses.record(name, networks[2]);
  misses.record(name, networks[0]);
  await misses.flush();
  expect(await rows()).toEqual([
    { day: "2026-03-01", text: "", times: 4 },
    { day: "2026-03-01", text: "maria perez calle mayor 7", times: 2 },
  ]);
});

test("before its third network nothing in memory spells a text", () => {
  const isShared = createSharedTexts();
  const set = vi.spyOn(LRUCache.prototype, "set");
  for (const network of ["office", "office"]) expect(isShared("zitron", network)).toBe(false);
  expect(set).toHaveBeenCalledTimes(2);
  expect(JSON.stringify(set.mock.calls)).not.toMatch(/zitron|office/u);
});

test("equal texts share one row per day, in any spelling", async () => {
  await recorded("Zitrón 7", "zitron  7", "ZITRON-7");
  await recorded("zitron 7", "other");
  now = new Date("2026-03-02T00:00:00Z");
  await recorded("zitron 7");
  expect(await rows()).toEqual([
    { day: "2026-03-01", text: "", times: 4 },
    { day: "2026-03-01", text: "other", times: 1 },
    { day: "2026-03-01", text: "zitron 7", times: 10 },
    { day: "2026-03-02", text: "zitron 7", times: 3 },
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
  expect(await named()).toHaveLength(1000);
  expect((await named()).find(({ text }) => text === "miss 0")!.times).toBe(4);
  now = new Date("2026-03-02T00:00:00Z");
  expect(await recorded("one more")).toContain("one more");
});

test("at most 500 texts are kept in memory", async () => {
  await recorded(...Array.from({ length: 600 }, (_, n) => `miss ${n}`));
  expect(await named()).toHaveLength(499);
  expect((await rows())[0]).toMatchObject({ text: "", times: 1200 });
});

test("a failed write is retried the next time, and nothing is thrown", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  await db.schema.alterTable("search_misses").renameTo("elsewhere").execute();
  for (const network of networks) misses.record("zitron", network);
  await misses.flush();
  expect(logged).toHaveBeenCalledOnce();
  await db.schema.alterTable("elsewhere").renameTo("search_misses").execute();
  misses.record("zitron", networks[0]);
  await misses.close();
  expect(await rows()).toEqual([
    { day: "2026-03-01", text: "", times: 2 },
    { day: "2026-03-01", text: "zitron", times: 2 },
  ]);
  misses.record("late", networks[0]);
  await misses.flush();
  expect((await rows())[0]).toMatchObject({ times: 2 });
});

test("rows are written automatically a moment later", async () => {
  const soon = createSearchMisses(db, 5);
  soon.record("zitron", networks[0]);
  await eventually(async () => expect(await rows()).toHaveLength(1));
});

test("days are deleted after six months", async () => {
  for (const day of ["2025-08-31", "2025-09-01", "2026-02-28"])
    await db.insertInto("search_misses").values({ day, text: "x", times: 1 }).execute();
  await deleteOldSearchMisses(db, now);
  expect((await rows()).map(({ day }) => day)).toEqual(["2025-09-01", "2026-02-28"]);
});
