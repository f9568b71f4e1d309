import { expect, test } from "vitest";
import { parseId } from "./ids.ts";

test.each([
  ["1", 1],
  ["46019", 46019],
  ["999999999999999", 999_999_999_999_999],
])("%j is the id %d", (text, id) => {
  expect(parseId(text)).toBe(id);
});

test.each([
  "",
  "0",
  "01",
  "-1",
  "+1",
  "1.0",
  "1e3",
  "0x10",
  " 1",
  "1\n",
  "1 or 1=1",
  "١",
  "1234567890123456",
  "NaN",
  7,
  null,
  undefined,
  ["7"],
])("%j is not an id", (text) => {
  expect(parseId(text)).toBeNull();
});
