import { expect, test } from "vitest";
import { countBits, distanceRows, editDistance, letterSet } from "./edit-distance.ts";

test("a wrong, missing or extra letter, or two swapped ones, are one edit", () => {
  for (const typed of ["aventis", "avntus", "aventuus", "avetnus"])
    expect(editDistance(typed, "aventus", 2)).toBe(1);
});

test("counting stops just above the limit", () => {
  expect(editDistance("abcdefgh", "stuvwxyz", 2)).toBe(3);
  expect(editDistance("abc", "abcdefgh", 2)).toBe(3);
});

test("used scratch rows do not change the distance", () => {
  const rows = distanceRows();
  editDistance("abcdefgh", "stuvwxyz", 8, rows);
  expect(editDistance("avetnus", "aventus", 2, rows)).toBe(1);
});

test("one edit changes at most two letters of the letter set", () => {
  expect(countBits(letterSet("aventus") ^ letterSet("aventis"))).toBe(2);
  expect(letterSet("listen")).toBe(letterSet("silent"));
});
