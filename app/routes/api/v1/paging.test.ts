import { expect, test } from "vitest";
import { pageOf } from "./paging.ts";

test("a page leads on only where more follow it, also when its last row fills it", () => {
  expect(pageOf(["a", "b", "c"], 2)).toEqual({ rows: ["a", "b"], last: "b" });
  expect(pageOf(["a", "b"], 2)).toEqual({ rows: ["a", "b"], last: null });
});
