import { expect, test } from "vitest";
import { fromColumns, toColumns } from "./columns.ts";

const eight = Array.from({ length: 8 }, (_, id) => id);
const asSent = (data: unknown) => JSON.parse(JSON.stringify(toColumns(data))) as unknown;

test.each([
  ["rows alike", eight.map((id) => ({ id, nombre: `N ${id}`, foto: null }))],
  [
    "rows that lack keys",
    eight.map((id) => (id % 3 === 0 ? { id } : { id, price: { amount: `${id} €` } })),
  ],
  ["rows without a key in common", eight.map((id) => ({ [`k${id}`]: id }))],
  ["some rows without any key", eight.map((id) => (id === 3 ? {} : { id }))],
  ["rows without any key", eight.map(() => ({}))],
  ["rows with empty objects", eight.map((id) => ({ id, large: {} }))],
  [
    "tables in tables",
    eight.map((id) => ({ id, list: eight.map((other) => ({ id, other, none: [] })) })),
  ],
  ["lists of lists", eight.map((id) => [id, { id }, []])],
  ["objects among numbers", [{ id: 1 }, ...eight]],
  ["short lists", [{ id: 1 }, { id: 2 }]],
  ["single values", { none: null, text: "", no: false, zero: 0 }],
  [
    "rows with objects that are empty as JSON",
    eight.map((id) => ({ id, large: { no: undefined } })),
  ],
  ["rows that lack a key of Object's", eight.map((id) => (id ? { id } : { constructor: id }))],
  ["keys of Object's", eight.map((id) => ({ constructor: id, toString: "x" }))],
])("%s are read as they were written", (_, data) => {
  expect(fromColumns(asSent(data))).toEqual(data);
});

test.each([
  [new Date(0)],
  [Promise.resolve()],
  [Number.NaN],
  [undefined],
  [() => 1],
  [1n],
  [{ "[]": {} }],
])("%o is not plain, alone or in a list", (value) => {
  for (const data of [value, { value: [value] }, eight.map(() => ({ value: [value] }))])
    expect(toColumns(data)).toBeNull();
});

test("a key of a long list is sent once", () => {
  const sent = JSON.stringify(asSent({ dupes: eight.map((id) => ({ id, nombre: `N ${id}` })) }));
  expect(sent.match(/nombre/gu)).toHaveLength(1);
});
