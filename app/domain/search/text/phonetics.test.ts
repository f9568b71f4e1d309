import { expect, test } from "vitest";
import { consonantKey, phoneticKey } from "./phonetics.ts";

test("different spellings of an Arabic name sound the same", () => {
  expect(new Set(["khamrah", "kamra", "qamrah"].map(phoneticKey)).size).toBe(1);
  expect(new Set(["asad", "assad", "asaad"].map(phoneticKey)).size).toBe(1);
  expect(new Set(["ud", "oud", "oudh", "aoud"].map(phoneticKey)).size).toBe(1);
});

test("umlauts written as two letters sound like omitted umlauts", () => {
  expect(phoneticKey("koelnisch")).toBe(phoneticKey("kolnisch"));
});

test("different names keep different consonant keys", () => {
  expect(consonantKey("yara")).not.toBe(consonantKey("asad"));
});
