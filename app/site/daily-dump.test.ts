import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Config, readConfig } from "#app/config.ts";
import type { DumpShelf } from "#app/domain/open-data/dump-manifest.ts";
import { openDumps } from "#app/domain/open-data/known-dumps.ts";
import { addPerfume, freshFile } from "../../tests/support/database.ts";
import { createDailyDump } from "./daily-dump.ts";

const times = { untilNextLook: 20, afterFailure: 20, longest: 60_000 };

/** Like that of several processes on PostgreSQL. */
function oneLock() {
  let taken = false;
  return {
    async tryLock<T>(_name: string, work: () => Promise<T>): Promise<T | null> {
      if (taken) return null;
      taken = true;
      return work().finally(() => (taken = false));
    },
  };
}

async function newSite() {
  const { url, db } = await freshFile();
  await addPerfume(db, "Creed", "Aventus");
  const folder = mkdtempSync(join(tmpdir(), "sosia-daily-dump-"));
  const config = readConfig({
    DATABASE_URL: url,
    DUMPS_DIR: folder,
    SESSION_SECRET: "s".repeat(40),
  });
  return { folder, config };
}

function start(config: Config, dumps: DumpShelf, more: object = {}) {
  const database = { async keepHouse() {} };
  const daily = createDailyDump({ dumps, config, peers: oneLock(), database, times, ...more });
  onTestFinished(() => daily.stop());
  daily.start();
  return daily;
}

/** Counts how often somebody looks for today's dump. */
function watched(dumps: DumpShelf) {
  const looks = vi.spyOn(dumps, "manifest");
  return async (times: number) => {
    const before = looks.mock.calls.length;
    await expect.poll(() => looks.mock.calls.length - before).toBeGreaterThan(times);
  };
}

test("two processes write one dump a day, in a process that ends well", async () => {
  const { folder, config } = await newSite();
  const dumps = openDumps(folder, null);
  const published = async () => (await dumps.manifest())?.made_at;
  const peers = oneLock();
  const [first, second] = [start(config, dumps, { peers }), start(config, dumps, { peers })];
  await expect.poll(() => first.isWriting() !== second.isWriting()).toBe(true);
  await expect.poll(published, { timeout: 20_000 }).toBeDefined();
  const made = await published();
  await watched(dumps)(6);
  expect(await published()).toBe(made);
  await expect
    .poll(() => [first.isWriting(), second.isWriting()], { timeout: 20_000 })
    .toEqual([false, false]);
});

test("a dump that fails or takes too long is tried again, and said once; the database keeps house after it", async () => {
  const { folder, config } = await newSite();
  const said = vi.spyOn(console, "error").mockReturnValue();
  const dumps = openDumps(folder, null);
  const keepHouse = vi.fn<() => Promise<void>>(async () => {});
  start(config, dumps, { times: { ...times, longest: 20 }, database: { keepHouse } });
  await watched(dumps)(6);
  expect(keepHouse).toHaveBeenCalled();
  expect(said.mock.calls).toEqual([["writeDump:", "was killed"]]);
  expect(await dumps.manifest()).toBeNull();
});

test("a site that closes does not wait for its dump", async () => {
  const { folder, config } = await newSite();
  const said = vi.spyOn(console, "error").mockReturnValue();
  const begun = Promise.withResolvers<void>();
  const peers = {
    tryLock<T>(_name: string, work: () => Promise<T>) {
      begun.resolve();
      return work();
    },
  };
  const dumps = openDumps(folder, null);
  const daily = start(config, dumps, { peers });
  await begun.promise;
  await daily.stop();
  expect([said.mock.calls, await dumps.manifest()]).toEqual([[], null]);
});
