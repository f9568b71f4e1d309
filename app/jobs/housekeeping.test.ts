import { beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/database.ts";
import { lastRun } from "#db/last-runs.ts";
import { freshDatabase } from "../../tests/support/database.ts";
import { createHousekeeping, onceADay } from "./housekeeping.ts";

const now = new Date("2026-12-01T10:00:00.000Z");
let db: Db;
/** no other processes */
const byItself = { tryLock: <T>(_name: string, work: () => Promise<T>) => work() };
beforeEach(async () => void (db = await freshDatabase()));

test("a run is recorded if every chore succeeded, not if one failed", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  let fails = true;
  const after = vi.fn<() => Promise<void>>(async () => {});
  const housekeeping = createHousekeeping(db, byItself, [
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

test("a run stopped halfway is not recorded", async () => {
  const housekeeping: ReturnType<typeof createHousekeeping> = createHousekeeping(db, byItself, [
    async function chore() {
      void housekeeping.stop();
    },
  ]);
  await housekeeping.run(now);
  expect(await lastRun(db, "housekeeping")).toBeNull();
});

test("a daily chore runs once a day, and a clock set back does not delay it further", async () => {
  const done: number[] = [];
  const task = onceADay(async (_db, now) => void done.push(now.getTime()));
  const hours = (n: number) => n * 60 * 60 * 1000;
  for (const at of [1000, 1001, 1023, 1024, 5, 6, 29].map(hours))
    await task({} as Db, new Date(at));
  expect(done).toEqual([1000, 1024, 5, 29].map(hours));
});
