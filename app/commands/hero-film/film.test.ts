import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { cuts } from "./cuts.ts";
import { scene } from "./scene.ts";

test.each([
  ["webm", 300],
  ["mp4", 300],
  ["webp", 25],
])("each cut's %s is at most %i KB", (kind, limit) => {
  for (const name of ["hero", "hero-dark"])
    expect(statSync(`public/${name}.${kind}`).size).toBeLessThanOrEqual(limit * 1000);
});

test.each(cuts)("the %s film loops seamlessly", (cut) => {
  const rays = (moment: number) =>
    /onwall\)">.*?<g opacity="([\d.]+)"/s.exec(scene(moment, cut))?.[1];
  expect([rays(0), rays(0.4999), rays(0.5), rays(0.9999)]).toEqual(["0", "0", "0", "0"]);
  expect(rays(0.25)).toBe("1");
});
