import { expect, test } from "vitest";
import { outline, halfWidth, sliver, type Profile } from "./outline.ts";

const BOX: Profile = [
  [20, 50],
  [20, 150],
];
const BOWL: Profile = [
  [10, 50],
  [50, 50, 50, 90],
  [50, 130, 10, 130],
];

test("a profile is mirrored into a closed outline", () => {
  expect(outline(BOX)).toBe("M40 50h40v100h-40z");
});

test("the liquid's outline ends at its level", () => {
  expect(outline(BOX, 100)).toBe("M40 100h40v50h-40z");
});

test("a smooth curve is written in its short form", () => {
  expect(outline(BOWL)).toBe("M50 50h20q40 0 40 40t-40 40h-20q-40 0-40-40t40-40z");
});

test("the half width of a curved vessel is known at any height", () => {
  expect(halfWidth(BOX, 77)).toBe(20);
  expect(halfWidth(BOWL, 60)).toBeGreaterThan(halfWidth(BOWL, 52));
});

test("the strip of light follows the left wall", () => {
  expect(sliver(BOX, 60, 140)).toMatch(/^M44 140v-80/);
});
