import { expect, test } from "vitest";
import { createPictureGate } from "./render-gate.ts";

const large = 12_000_000;
const tiny = 100_000;

/** Admits people until one is refused. @returns their places and the refusal */
function crowd(gate: ReturnType<typeof createPictureGate>, size: number, name = "person") {
  const entered = [];
  for (let n = 0; n < 1000; n++) {
    const place = gate.enter(`${name}${n}`, size);
    if (typeof place === "string") return { entered, refused: place };
    entered.push(place);
  }
  throw new Error("The gate has no limit");
}

test("large pictures never take the places of small ones", () => {
  const gate = createPictureGate();
  const { entered, refused } = crowd(gate, large);
  expect([entered.length, refused]).toEqual([16, "full"]);
  expect(gate.enter("ana", Infinity)).toBe("full");
  expect(gate.enter("ana", NaN)).toBe("full");
  expect(crowd(gate, tiny, "small").entered).toHaveLength(32);
  entered[0]!();
  expect(gate.enter("ana", large)).toBeTypeOf("function");
  expect(gate.enter("eva", large)).toBe("full");
});

test("a person may send only one picture at a time, whatever its size", () => {
  const gate = createPictureGate();
  const leave = gate.enter("ana", large) as () => void;
  expect(gate.enter("ana", tiny)).toBe("yours-first");
  expect(gate.enter("ana", large)).toBe("yours-first");
  expect(gate.enter("eva", large)).toBeTypeOf("function");
  leave();
  expect(gate.enter("ana", tiny)).toBeTypeOf("function");
});
