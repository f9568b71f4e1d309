import { expect, test, vi } from "vitest";
import { limits } from "./limit-table.ts";
import { createReadLimits } from "./read-limits.ts";

const { points, duration } = limits.readsOfNetwork;

test("a window begins with the first request, and ends after its time", () => {
  const refused = vi.fn<(limit: string) => void>();
  const reads = createReadLimits(refused);
  const take = (second: number, network = "a") =>
    reads.take([["readsOfNetwork", network]], second * 1000);
  take(0);
  for (let i = 1; i < points; i++) expect(take(duration - 10)).toBeNull();
  expect(take(duration - 10)).toBe(10);
  expect(refused).toHaveBeenCalledWith("readsOfNetwork");
  expect(take(duration - 10, "b")).toBeNull();
  expect(take(duration)).toBeNull();
});

test("a refused request counts towards no limit", () => {
  const reads = createReadLimits();
  const wide = ["readsOfWideNetwork", "wide"] as const;
  for (let i = 0; i < points; i++) reads.take([["readsOfNetwork", "a"]]);
  for (let i = 0; i < limits.readsOfWideNetwork.points; i++)
    reads.take([["readsOfNetwork", "a"], wide]);
  expect(reads.take([wide])).toBeNull();
});

test("what costs as much as several reads counts as several", () => {
  const reads = createReadLimits();
  const counts = [["readsOfNetwork", "a"]] as const;
  expect(reads.take(counts, 0, points - 1)).toBeNull();
  expect(reads.take(counts, 0)).toBeNull();
  expect(reads.take(counts, 0)).not.toBeNull();
});
