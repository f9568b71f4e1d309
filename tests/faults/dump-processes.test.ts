// Several processes on one PostgreSQL write one dump a day between them (RULES.md 14.14, 15.2).
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Manifest } from "#app/domain/open-data/dump-manifest.ts";
import { openDumps } from "#app/domain/open-data/known-dumps.ts";
import { lastRun } from "#db/last-runs.ts";
import { addPerfume } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { askPostgres } from "../support/postgres.ts";
import {
  freshOn,
  hasPostgres,
  ownPostgres,
  type RunningSite,
  startSite,
} from "../support/postgres-site.ts";
import { startStandInS3 } from "../support/stand-in-s3.ts";

describe.runIf(hasPostgres)("while one process writes the day's dump", () => {
  const server = ownPostgres();

  test("another one does its chores; when the first is killed, the last dump stays, and the next process writes the day's", async () => {
    const { url, db } = await freshOn(server());
    await addPerfume(db, "Creed", "Aventus");
    const DUMPS_DIR = mkdtempSync(join(tmpdir(), "sosia-dumps-"));
    const dumps = openDumps(DUMPS_DIR, null);
    const start = () => startSite(url, { DUMPS_DIR });
    const drafts = () => readdirSync(DUMPS_DIR).filter((name) => name.startsWith(".partial"));

    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    // The last of the files: a dump waits before it.
    const holding = db.transaction().execute(async (tx) => {
      await sql`lock table perfume_redirects in access exclusive mode`.execute(tx);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const first = await start();
    await eventually(async () => expect(drafts()).toHaveLength(1));
    const before = new Date();
    const second = await start();
    await eventually(async () =>
      expect((await lastRun(db, "housekeeping"))!.getTime()).toBeGreaterThan(before.getTime()),
    );
    expect([drafts().length, await dumps.manifest()]).toEqual([1, null]);

    const ended = once(first.process, "exit");
    first.process.kill("SIGKILL");
    await ended;
    released.resolve();
    await holding;
    // PostgreSQL ends the killed process's session, and with it the lock, when its statement ends.
    await eventually(async () => expect(await dumpers(url)).toBe(0));
    await start();
    await eventually(async () => expect((await dumps.manifest())?.files).toHaveLength(16));
    expect(drafts()).toEqual([]);
    await second.stop();
  });
});

/** @returns the manifest, after comparing every file that the site sends with it */
async function readAll(origin: string): Promise<Manifest> {
  const made: Manifest = await (await fetch(`${origin}/data/manifest.json`)).json();
  for (const { name, sha256 } of made.files) {
    const content = await (await fetch(`${origin}/data/${name}`)).bytes();
    expect([name, createHash("sha256").update(content).digest("hex")]).toEqual([name, sha256]);
  }
  return made;
}

describe.runIf(hasPostgres)("two machines with one store", () => {
  const server = ownPostgres();

  /** Starts both at once, and reads the open data from each. */
  async function startBoth(UPLOADS_URL: string) {
    const { url, db } = await freshOn(server());
    await addPerfume(db, "Creed", "Aventus");
    const environment = () => ({
      UPLOADS_URL,
      DUMPS_DIR: mkdtempSync(join(tmpdir(), "sosia-dumps-")),
    });
    const sites = await Promise.all([1, 2].map(() => startSite(url, environment())));
    const read: Manifest[] = [];
    for (const { origin } of sites) {
      await eventually(async () =>
        expect((await fetch(`${origin}/data/manifest.json`)).status).toBe(200),
      );
      read.push(await readAll(origin));
    }
    expect(read[0]).toEqual(read[1]);
    expect(read[0]!.files).toHaveLength(16);
    return sites;
  }

  test("write one dump, and both send its files; while the store hangs, pages go on and files are 503", async () => {
    const store = await startStandInS3();
    onTestFinished(() => store.close());
    const [{ origin }] = (await startBoth(store.url)) as [RunningSite, RunningSite];
    expect(store.asked.filter((one) => one === "PUT dumps/manifest.json")).toHaveLength(1);
    store.fault = "hang";
    for (const path of ["/es", "/es/data"]) expect((await fetch(origin + path)).status).toBe(200);
    for (const name of ["manifest.json", "perfumes.csv.gz"]) {
      const { status, headers } = await fetch(`${origin}/data/${name}`);
      expect([status, headers.get("Content-Type")]).toEqual([503, "application/problem+json"]);
      expect(headers.get("Retry-After")).toBe("10");
    }
    store.fault = null;
    await readAll(origin);
  });
});

async function dumpers(url: string): Promise<number> {
  const { rows } = await askPostgres(
    url,
    "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  return rows.length;
}
