import { expect, test } from "vitest";
import { newRequestId, requestIdOf } from "./request-id.ts";

const made = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}$/u;

test.each([
  "0b9c3a4e-77d1-4f0c-9a53-0123456789ab",
  "7c1f0e5d2a3b4c5d6e7f8091a2b3c4d5",
  "Root_1.a",
  "a".repeat(64),
])("a proxy of ours sets the request id: %j", (given) => {
  expect(requestIdOf(given, 1)).toBe(given);
});

test.each([
  null,
  undefined,
  "",
  "short12",
  "a".repeat(65),
  "with space 1",
  "one-of-two, two-of-two",
  "12345678\n",
  'quote"12345678',
  "<script>alert(1)",
  "ñandúñandú",
])("an invalid id is replaced: %j", (given) => {
  expect(requestIdOf(given, 1)).toMatch(made);
});

test("without a proxy the client's request id is ignored", () => {
  expect(requestIdOf("7c1f0e5d2a3b4c5d6e7f8091a2b3c4d5", 0)).toMatch(made);
});

test("no two request ids are the same", () => {
  const ids = new Set(Array.from({ length: 10_000 }, newRequestId));
  expect(ids.size).toBe(10_000);
});
