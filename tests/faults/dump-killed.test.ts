// Dumps of the open data that are killed or run out of space: the last one stays readable, whole.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Manifest } from "#app/domain/open-data/dump-manifest.ts";
import { makeDatabase, newData, startOn, withDatabase } from "../support/backups.ts";
import { addPerfume } from "../support/database.ts";
import { everyStep, killedAtSteps } from "../support/kills.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";

type Data = ReturnType<typeof newData>;

const kills = everyStep
  ? {
      calls: ["mkdir", "open", "readdir", "readlink", "rename", "rm", "symlink", "writeFile"],
      streams: ["createWriteStream"],
    }
  : { calls: ["rename", "symlink"] };

const dump = (data: Data, DUMPS_DIR: string, more: Record<string, string> = {}) =>
  startOn(data, "dump", [], { DUMPS_DIR, ...more }).ended;

/** @returns how many perfumes the current dump has, after comparing every file with its checksum */
function publishedIn(dumps: string): number {
  const current = (name: string) => readFileSync(join(dumps, "current", name));
  const { files }: Manifest = JSON.parse(current("manifest.json").toString());
  for (const { name, sha256 } of files)
    expect(createHash("sha256").update(current(name)).digest("hex"), name).toBe(sha256);
  return files.find(({ name }) => name === "perfumes.jsonl.gz")!.rows;
}

const names = (dumps: string) => readdirSync(dumps).filter((name) => !/^\d{4}-/u.test(name));

async function dataWithDump(dumps: (data: Data) => string) {
  const data = newData();
  const place = dumps(data);
  await makeDatabase(data);
  await withDatabase(data, (db) => addPerfume(db, "Creed", "Aventus"));
  expect(await dump(data, place)).toMatchObject({ code: 0, err: "" });
  await withDatabase(data, (db) => addPerfume(db, "Dior", "Sauvage"));
  return { data, dumps: place };
}

test("a dump killed at any step leaves the last one or the new one, whole; the next dump cleans up", async () => {
  const first = await dataWithDump(({ folder }) => join(folder, "dumps"));
  await killedAtSteps({ ...kills, fewest: 4 }, async (environment, killed) => {
    const data = newData();
    cpSync(first.data.folder, data.folder, { recursive: true, verbatimSymlinks: true });
    const dumps = join(data.folder, "dumps");
    const { code, signal } = await dump(data, dumps, environment);
    expect([code, signal]).toEqual(killed ? [null, "SIGKILL"] : [0, null]);
    expect(killed ? [1, 2] : [2]).toContain(publishedIn(dumps));
    expect(await dump(data, dumps)).toMatchObject({ code: 0, err: "" });
    expect(publishedIn(dumps)).toBe(2);
    expect(names(dumps).toSorted()).toEqual([".lock", "current"]);
    expect(readdirSync(dumps)).toHaveLength(4);
  });
});

test("on a full disk a dump fails with one line, and the last one stays", async (context) => {
  const { data, dumps } = await dataWithDump(({ folder }) => {
    const full = join(folder, "full");
    mkdirSync(full);
    mountSmallDisk(full, "1m", context);
    return full;
  });
  fillDisk(dumps);
  const { code, err } = await dump(data, dumps);
  expect([code, err]).toEqual([1, expect.stringMatching(/^[^\n]*ENOSPC[^\n]*\n$/u)]);
  expect(publishedIn(dumps)).toBe(1);
  expect(
    names(dumps)
      .filter((name) => !name.startsWith("filler-"))
      .toSorted(),
  ).toEqual([".lock", "current"]);
});
