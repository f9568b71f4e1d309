import { statSync } from "node:fs";
import { expect, test } from "vitest";

test.each([
  ["webm", 300],
  ["mp4", 300],
  ["webp", 25],
])("both films' %s has at most %i KB", (kind, limit) => {
  for (const name of ["hero", "hero-dark"])
    expect(statSync(`public/${name}.${kind}`).size).toBeLessThanOrEqual(limit * 1000);
});
