import { expect, test } from "vitest";
import type { Db } from "#db/connect.ts";
import { onceADay } from "./housekeeping.ts";

test("a daily task waits a day, and not for the day of a clock that has been set back since", async () => {
  const done: number[] = [];
  const task = onceADay(async (_db, now) => void done.push(now.getTime()));
  const hours = (n: number) => n * 60 * 60 * 1000;
  for (const at of [1000, 1001, 1023, 1024, 5, 6, 29].map(hours))
    await task({} as Db, new Date(at));
  expect(done).toEqual([1000, 1024, 5, 29].map(hours));
});
