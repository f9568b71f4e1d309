import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { scene } from "./scene.ts";

test.each([
  ["hero.webm", 300],
  ["hero.mp4", 300],
  ["hero.webp", 25],
])("%s is at most %i KB", (name, limit) => {
  expect(statSync(`public/${name}`).size).toBeLessThanOrEqual(limit * 1000);
});

test("the film's last frame leads back to its first without a gap", () => {
  const rays = (moment: number) => /onwall\)">.*?<g opacity="([\d.]+)"/s.exec(scene(moment))?.[1];
  expect([rays(0), rays(0.4999), rays(0.5), rays(0.9999)]).toEqual(["0", "0", "0", "0"]);
  expect(rays(0.25)).toBe("1");
});
