import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "./files.ts";

const here = () => mkdtempSync(join(tmpdir(), "sosia-files-"));

test("a folder is created with its parents, all with the mode; an existing one is accepted", async () => {
  const folder = here();
  const path = join(folder, "a", "b");
  expect(await makeFolder(path, 0o700)).toBe(true);
  expect(await makeFolder(path, 0o700)).toBe(false);
  for (const made of ["a", "a/b"]) expect(statSync(join(folder, made)).mode & 0o777).toBe(0o700);
  const file = join(path, "file");
  writeFileSync(file, "");
  await expect(makeFolder(file)).rejects.toThrow("EEXIST");
  await expect(makeFolder(join(file, "below"))).rejects.toThrow("ENOTDIR");
});

test("callers that create nested folders concurrently all succeed, and each folder is created by one of them", async () => {
  const root = here();
  for (let round = 0; round < 100; round++) {
    const path = join(root, String(round), "a", "b");
    const made = await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)));
    expect(made.filter(Boolean)).toHaveLength(1);
  }
});
