import { expect, test } from "vitest";
import { skeletonOf, soundOf } from "./phonetics.ts";

test("ways of writing one Arabic name sound the same", () => {
  expect(new Set(["khamrah", "kamra", "qamrah"].map(soundOf)).size).toBe(1);
  expect(new Set(["asad", "assad", "asaad"].map(soundOf)).size).toBe(1);
  expect(new Set(["ud", "oud", "oudh", "aoud"].map(soundOf)).size).toBe(1);
});

test("umlauts written out sound like umlauts left out", () => {
  expect(soundOf("koelnisch")).toBe(soundOf("kolnisch"));
});

test("different names sound different", () => {
  expect(skeletonOf("yara")).not.toBe(skeletonOf("asad"));
});
