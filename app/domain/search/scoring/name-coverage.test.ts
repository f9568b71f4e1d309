import { expect, test } from "vitest";
import { packOccurrence, placeOf } from "../index/occurrence.ts";
import { NameCoverage } from "./name-coverage.ts";

test("a name without words keeps no coverage of the previous name", () => {
  const coverage = new NameCoverage();
  coverage.reset(2);
  coverage.cover(placeOf(packOccurrence(0, 0, 1, false)), 1);
  expect(coverage.coversFirstWord()).toBe(true);
  coverage.reset(0);
  expect([coverage.coversFirstWord(), coverage.share()]).toEqual([false, 0]);
});
