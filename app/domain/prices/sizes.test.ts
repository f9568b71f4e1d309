import { expect, test } from "vitest";
import { parseSize, withoutSize } from "./sizes.ts";

test.each([
  ["100", 100],
  [" 105 ", 105],
  ["7,5", 7.5],
  ["7.55", 7.6],
  ["100 ML", 100],
  ["10 cl", 100],
  ["0.1 l", 100],
  ["3,4 OZ", 100],
  ["3.4 fl oz / 90 ml", 90],
  ["100 ml / 3.3 US FL. OZ.", 100],
  ["5.07 Ounce Refill", 150],
  ["1 Ounce", 30],
  ["1.6 Ounce", 47.3],
  ["3 × 7,5 ml", 22.5],
  ["Spray x 100 ml", 100],
  ["1.000 ml", 1000],
  ["1,000", 1000],
  ["0.500 ml", 0.5],
  ["1.014 oz", 30],
  ["30ml x 2", 60],
  ["30 ml ×2", 60],
  ["30 ml * 2", 60],
  ["2*30", 60],
  ["30 ml (x2)", 60],
  ["1 oz x 2", 60],
  ["30x2", 60],
  ["2 X 7,5", 15],
  ["x2 30 ml", 60],
  ["pack of 2 x 30ml", 60],
  ["3x 10 ml", 30],
  ["2 x 15 ml (30 ml)", 30],
  ["30 ml (2 x 15 ml)", 30],
  ["2 x 1.7 oz / 50 ml", 100],
  ["100 ml.", 100],
  ["ml 100", 100],
  ["EDP ml. 7,5 spray", 7.5],
  ["100 millilitres", 100],
  ["100 millilitri", 100],
  ["100 mililitros", 100],
  ["50 Milliliter", 50],
  ["100 cc", 100],
  ["3.4 fluid ounces", 100],
  ["３０ｍｌ", 30],
  ["30 ㎖", 30],
])("%j is %d ml", (text, ml) => {
  expect(parseSize(text)).toBe(ml);
});

test.each([
  "",
  "One Size",
  "0",
  "-100",
  "1e2",
  "١٠٠",
  "100 100",
  "0.4",
  "1001",
  "3.4 pounce",
  "1.2.3 ml",
  "EDP -100 ml",
  "−100 ml",
  "-2 x 1 oz",
  "1e9 ml",
  "1 1/2 oz",
  "100 x 2 ml",
  "100.000 ml",
  "50 / 100 ml",
  "30 ml + 10 ml",
  "30 ml, 50 ml",
  "100 ml + mini",
  "100 ml / 1 oz",
  "30 ml, pack of 2",
  "duo 30 ml",
  "set of two 30 ml",
  "2 x 2 x 30 ml",
  "30 ml x 0",
  "30 ml x 2,5",
  "30 x 2,5 x 2",
  "½ oz",
  "100 mlx",
])("%j is not a size", (text) => {
  expect(parseSize(text)).toBeNull();
});

test("a title loses the size that is known, and no other", () => {
  const removed = (title: string) => withoutSize(title, 100).replace(/\s+/gu, " ").trim();
  expect(removed("Sauvage EDT 100 VAPO")).toBe("Sauvage EDT VAPO");
  expect(removed("Sauvage EDT 100")).toBe("Sauvage EDT");
  expect(removed("Sauvage EDT 100 ml (sin caja)")).toBe("Sauvage EDT (sin caja)");
  expect(removed("Sauvage EDT 100ml")).toBe("Sauvage EDT");
  expect(removed("Sauvage EDT 100 x 2")).toBe("Sauvage EDT 100 x 2");
  for (const title of [
    "Rose 100 ml",
    "Rose 100ml",
    "100ML Rose",
    "Rose 3.4 oz",
    "Rose 3.4 fl. oz.",
    "Rose 10 cl",
    "Rose 2 x 50 ml",
  ])
    expect([title, removed(title)]).toEqual([title, "Rose"]);
  for (const title of [
    "Rose 50 ml",
    "Rose 2 x 100 ml",
    "N°5",
    "Rose 100",
    "212",
    "1 Million",
    "Rose 1.7 oz",
  ])
    expect([title, removed(title)]).toEqual([title, title]);
});
