import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "../tests/support/database.ts";
import type { Db } from "./database.ts";
import { claimDay, lastRun, noteRun } from "./last-runs.ts";

let db: Db;
beforeEach(async () => void (db = await freshDatabase()));

const claim = (at: string) => claimDay(db, "desk-digest", new Date(at));

test("a daily task is claimed once per day (UTC), and again the next day", async () => {
  expect(await lastRun(db, "desk-digest")).toBeNull();
  expect(await claim("2026-12-01T00:00:00.000Z")).toBe(true);
  expect(await claim("2026-12-01T00:00:00.000Z")).toBe(false);
  expect(await claim("2026-12-01T23:59:59.999Z")).toBe(false);
  expect(await lastRun(db, "desk-digest")).toEqual(new Date("2026-12-01T00:00:00.000Z"));
  expect(await claim("2026-12-02T00:00:00.000Z")).toBe(true);
});

test("a clock set back delays it by at most a day", async () => {
  await claim("2027-06-01T10:00:00.000Z");
  expect(await claim("2026-12-01T10:00:00.000Z")).toBe(true);
  // Another process's clock is slightly ahead, past midnight.
  await claim("2026-12-02T00:01:00.000Z");
  expect(await claim("2026-12-01T23:59:00.000Z")).toBe(false);
});

test("each task is recorded separately", async () => {
  await noteRun(db, "housekeeping", new Date("2026-12-01T10:00:00.000Z"));
  await noteRun(db, "housekeeping", new Date("2026-12-01T11:00:00.000Z"));
  expect(await lastRun(db, "housekeeping")).toEqual(new Date("2026-12-01T11:00:00.000Z"));
  expect(await lastRun(db, "desk-digest")).toBeNull();
});
