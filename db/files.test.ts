import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, makeFolderSync } from "./files.ts";

const here = () => mkdtempSync(join(tmpdir(), "sosia-files-"));

test.each([
  ["makeFolder", makeFolder],
  ["makeFolderSync", async (path: string) => makeFolderSync(path)],
])("%s creates a folder with its parents, and accepts existing ones", async (_, make) => {
  const path = join(here(), "a", "b", "c");
  await make(path);
  expect(statSync(path).isDirectory()).toBe(true);
  await make(path);
  const file = join(path, "file");
  writeFileSync(file, "");
  await expect(make(file)).rejects.toThrow("EEXIST");
  await expect(make(join(file, "below"))).rejects.toThrow("ENOTDIR");
});

test("it returns whether a folder was created, and all created ones have the mode", async () => {
  const folder = here();
  expect(await makeFolder(join(folder, "a", "b"), 0o700)).toBe(true);
  expect(await makeFolder(join(folder, "a", "b"), 0o700)).toBe(false);
  for (const path of ["a", "a/b"]) expect(statSync(join(folder, path)).mode & 0o777).toBe(0o700);
});

test("callers that create nested folders concurrently all succeed, and each folder is created by one of them", async () => {
  const root = here();
  for (let round = 0; round < 100; round++) {
    const path = join(root, String(round), "a", "b");
    const made = await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)));
    expect(made.filter(Boolean)).toHaveLength(1);
  }
});
