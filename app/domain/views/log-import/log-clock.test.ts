import { expect, test } from "vitest";
import { createLogClock } from "./log-clock.ts";

/** @param seconds times of consecutive lines @returns the seconds elapsed after each */
function passed(seconds: number[]): number[] {
  const clock = createLogClock();
  const start = new Date("2026-12-31T23:59:00Z").getTime();
  const began = clock.now();
  return seconds.map((second) => {
    clock.reach(new Date(start + second * 1000));
    return (clock.now() - began) / 1000;
  });
}

test("log time advances with its lines, even across the new year", () => {
  expect(passed([0, 10, 10, 90])).toEqual([0, 10, 10, 90]);
});

test("interleaved lines of two processes turn it neither back nor make it run faster", () => {
  expect(passed([0, 5, 3, 8, 4, 9])).toEqual([0, 5, 5, 8, 8, 9]);
});

test("after a clock was set back, time continues from there", () => {
  expect(passed([7200, 0, 60, 120])).toEqual([0, 0, 60, 120]);
});
