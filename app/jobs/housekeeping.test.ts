import { beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/connect.ts";
import { lastRun } from "#db/last-runs.ts";
import { freshDatabase } from "../../tests/support/database.ts";
import { createHousekeeping } from "./housekeeping.ts";

const now = new Date("2026-12-01T10:00:00.000Z");
let db: Db;
beforeEach(async () => void (db = await freshDatabase()));

test("a run in which every chore was done is noted, one with a failure is not", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  let fails = true;
  const after = vi.fn<() => Promise<void>>(async () => {});
  const housekeeping = createHousekeeping(db, [
    async function chore() {
      if (fails) throw new Error("no room");
    },
    after,
  ]);
  await housekeeping.run(now);
  expect(logged.mock.calls).toEqual([["chore: no room"]]);
  expect(after).toHaveBeenCalledOnce();
  expect(await lastRun(db, "housekeeping")).toBeNull();
  fails = false;
  await housekeeping.run(now);
  expect(await lastRun(db, "housekeeping")).toEqual(now);
});

test("what was stopped in the middle is not noted", async () => {
  const housekeeping: ReturnType<typeof createHousekeeping> = createHousekeeping(db, [
    async function chore() {
      void housekeeping.stop();
    },
  ]);
  await housekeeping.run(now);
  expect(await lastRun(db, "housekeeping")).toBeNull();
});
