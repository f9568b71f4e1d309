import { expect, test } from "vitest";
import { parseSize } from "./sizes.ts";

test.each([
  ["100", 100],
  [" 105 ", 105],
  ["7,5", 7.5],
  ["7.55", 7.6],
  ["100ml", 100],
  ["100 ML", 100],
  ["10 cl", 100],
  ["0.1 l", 100],
  ["3.4 Ounce", 100],
  ["3.4 oz", 100],
  ["3,4 OZ", 100],
  ["3.3 fl. oz", 100],
  ["3.4 fl oz / 90 ml", 90],
  ["5.07 Ounce Refill", 150],
  ["1.7oz", 50],
  ["0.34 Ounce", 10],
  ["1 Ounce", 30],
  ["1.6 Ounce", 47.3],
  ["2 x 1 oz", 60],
  ["3 × 7,5 ml", 22.5],
])("%j is %d ml", (text, ml) => {
  expect(parseSize(text)).toBe(ml);
});

test.each([
  "",
  "One Size",
  "Small",
  "none",
  "0",
  "-100",
  "1e2",
  "NaN",
  "١٠٠",
  "100 100",
  "0.4",
  "1001",
  "99999",
  "12345 ml",
  "3.4 pounce",
  "1.2.3 ml",
])("%j is no size", (text) => {
  expect(parseSize(text)).toBeNull();
});
