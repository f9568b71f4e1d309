import { expect, test } from "vitest";
import { buildIndex } from "./engine.ts";

test("entries can be streamed, and ids are chosen by the caller", async () => {
  async function* entries() {
    yield { id: 7_000_000_001, marca: "Dior", nombre: "Sauvage", popularidad: 3 };
  }
  const small = await buildIndex(entries());
  expect(small.size).toBe(1);
  expect(small.search("sauvage")).toEqual([7_000_000_001]);
});

test("an empty catalogue has no results", async () => {
  const empty = await buildIndex([]);
  expect(empty.size).toBe(0);
  expect(empty.search("dior")).toEqual([]);
});

test("an index build does not block other work", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const many = Array.from({ length: 20_000 }, (_, id) => ({
    id,
    marca: `Brand ${id % 300}`,
    nombre: `Name ${id}`,
    popularidad: id,
  }));
  await buildIndex(many);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
