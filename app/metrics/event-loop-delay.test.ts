import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createEventLoopDelay } from "./process-gauges.ts";

const longest = (delay: ReturnType<typeof createEventLoopDelay>) =>
  delay.take().find(({ quantile }) => quantile === "1")!.seconds;

test("an event loop delay is reported once", async () => {
  const delay = createEventLoopDelay();
  onTestFinished(() => delay.stop());
  delay.start();
  // Timers fire in order, so the sample has been taken by then.
  await pause(100);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  await pause(1);
  const blocked = longest(delay);
  expect(blocked).toBeGreaterThan(0.5);
  await pause(100);
  expect(longest(delay)).toBeLessThan(blocked);
});

test("the delay is 0 before the start", () => {
  expect(createEventLoopDelay().take()).toEqual([
    { quantile: "0.5", seconds: 0 },
    { quantile: "0.99", seconds: 0 },
    { quantile: "1", seconds: 0 },
  ]);
});
