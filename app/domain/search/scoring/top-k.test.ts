import { expect, test } from "vitest";
import { TopK } from "../engine.ts";

test("the best k items are kept, best first, ties by number", () => {
  const top = new TopK(3);
  for (const [item, score] of [
    [5, 0.2],
    [4, 0.9],
    [3, 0.9],
    [2, 0.1],
    [1, 0.5],
  ] as const)
    top.offer(item, score);
  expect(top.items).toEqual([3, 4, 1]);
  expect(top.minScore).toBe(0.5);
});

test("an item offered again moves up but never down", () => {
  const top = new TopK(2);
  top.offer(1, 0.3);
  top.offer(2, 0.4);
  top.offer(1, 0.5);
  top.offer(1, 0.1);
  expect(top.items).toEqual([1, 2]);
});

test("every score is accepted while there is room", () => {
  expect(new TopK(1).minScore).toBe(-Infinity);
});
