import { expect, test } from "vitest";
import { isPlain } from "./handoff.ts";

test.each([
  [[{ id: 1, nombre: "N" }, {}]],
  [{ none: null, text: "", no: false, zero: 0, absent: undefined }],
  [Object.assign(Object.create(null), { id: 1 })],
])("%o is plain", (value) => {
  expect(isPlain(value)).toBe(true);
});

test.each([[new Date(0)], [Promise.resolve()], [Number.NaN], [undefined], [() => 1], [1n]])(
  "%o is not plain, alone or in a list",
  (value) => {
    for (const data of [value, [value], { value: [value] }]) expect(isPlain(data)).toBe(false);
  },
);
