import { expect, test } from "vitest";
import { createLogClock } from "./log-clock.ts";

/** @param seconds of lines, one after the other @returns the seconds that have passed after each */
function passed(seconds: number[]): number[] {
  const clock = createLogClock();
  const start = new Date("2026-12-31T23:59:00Z").getTime();
  const began = clock.now();
  return seconds.map((second) => {
    clock.reach(new Date(start + second * 1000));
    return (clock.now() - began) / 1000;
  });
}

test("the time of a log passes with its lines, over the end of a year", () => {
  expect(passed([0, 10, 10, 90])).toEqual([0, 10, 10, 90]);
});

test("lines of two processes, out of order, make it pass neither backward nor faster", () => {
  expect(passed([0, 5, 3, 8, 4, 9])).toEqual([0, 5, 5, 8, 8, 9]);
});

test("after a clock was set back time goes on from there", () => {
  expect(passed([7200, 0, 60, 120])).toEqual([0, 0, 60, 120]);
});
