import { expect, test } from "vitest";
import { readSighting, type SightingFields } from "./read-sighting.ts";
import { threadTime } from "../../../tests/support/hostile-forms.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
const good: SightingFields = {
  amount: "24,90",
  currency: "eur",
  size_ml: "105",
  shop: "Druni",
  kind: "bottle",
  seen_on: "2026-11-12",
};
const read = (fields: Partial<SightingFields>) => readSighting({ ...good, ...fields }, now);
const shopped = (shop: string) => "sighting" in read({ shop });

test("form fields become minor units, ml and a date", () => {
  expect(read({})).toEqual({
    sighting: {
      amount: 2490,
      currency: "EUR",
      size: 105,
      shop: "Druni",
      kind: "bottle",
      seenOn: "2026-11-12",
    },
  });
  expect(read({ kind: "", seen_on: "" })).toEqual(read({}));
  for (const size_ml of ["105 ml tester", "TESTER 105ml"])
    expect(read({ size_ml })).toEqual(read({ kind: "tester" }));
  expect(read({ currency: "JPY", amount: "3.200" })).toMatchObject({ sighting: { amount: 3200 } });
});

test.each([
  [{ amount: "free" }, ["amount"]],
  [{ currency: "ABC" }, ["currency"]],
  [{ size_ml: "-1" }, ["size_ml"]],
  [{ shop: "" }, ["shop"]],
  [{ kind: "barrel" }, ["kind"]],
  [{ seen_on: "2026-11-13" }, ["seen_on"]],
  [{ seen_on: "1999-12-31" }, ["seen_on"]],
  [{ seen_on: "2026-02-30" }, ["seen_on"]],
  [{ seen_on: "12/11/2026" }, ["seen_on"]],
  [{ amount: "0", size_ml: "", shop: "javascript:alert(1)" }, ["amount", "size_ml", "shop"]],
])("in %j the wrong fields are %j", (fields, wrong) => {
  expect(read(fields)).toEqual({ wrong });
});

test("dates from 1 January 2000 to today are valid, including today in Berlin", () => {
  expect(read({ seen_on: "2000-01-01" })).toHaveProperty("sighting");
  const late = new Date("2026-11-12T22:30:00.000Z");
  expect(readSighting({ ...good, seen_on: "2026-11-13" }, late)).toHaveProperty("sighting");
  expect(readSighting({ ...good, seen_on: "2026-11-14" }, late)).toEqual({ wrong: ["seen_on"] });
});

test("a shop is a name or a public address, but not a formula", () => {
  for (const shop of ["Druni", "El Corte Inglés", "3 Suisses", "druni.es", "https://druni.es/p"])
    expect([shop, shopped(shop)]).toEqual([shop, true]);
  for (const shop of [
    "=HYPERLINK(1)",
    "+1",
    "-x",
    "@shop",
    "'=x",
    "123",
    "a".repeat(101),
    "127.0.0.1",
  ])
    expect([shop, shopped(shop)]).toEqual([shop, false]);
});

test("an overlong text is refused quickly", async () => {
  const time = await threadTime(async () => {
    for (const long of ["a.".repeat(30_000), "1".repeat(60_000), "@".repeat(60_000)]) {
      const text = `${long} x`;
      expect(
        read({ shop: text, amount: text, size_ml: text, currency: text, seen_on: text }),
      ).toEqual({ wrong: ["amount", "currency", "size_ml", "shop", "seen_on"] });
    }
  });
  expect(time).toBeLessThan(1000);
});
