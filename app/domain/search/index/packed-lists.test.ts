import { expect, test } from "vitest";
import { groupByKey, packLists } from "./packed-lists.ts";

test("lists are packed one after the other", () => {
  const { starts, items } = packLists([[7, 8], [], [9]]);
  expect([...starts]).toEqual([0, 2, 2, 3]);
  expect([...items]).toEqual([7, 8, 9]);
});

test("items of a key keep their order", () => {
  const grouped = groupByKey(3, Uint32Array.of(2, 0, 2), Uint32Array.of(30, 20, 10));
  expect([...grouped.starts]).toEqual([0, 1, 1, 3]);
  expect([...grouped.items]).toEqual([20, 30, 10]);
});
