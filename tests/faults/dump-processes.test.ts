// Several processes on one PostgreSQL write one dump a day between them (RULES.md 14.14, 15.2).
import { once } from "node:events";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openDumps } from "#app/domain/open-data/open-dumps.ts";
import { lastRun } from "#db/last-runs.ts";
import { addPerfume } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { askPostgres } from "../support/postgres.ts";
import { freshOn, hasPostgres, ownPostgres, startSite } from "../support/postgres-site.ts";

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
    await eventually(async () => expect((await dumps.manifest())?.files).toHaveLength(14));
    expect(drafts()).toEqual([]);
    await second.stop();
  });
});

async function dumpers(url: string): Promise<number> {
  const { rows } = await askPostgres(
    url,
    "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  return rows.length;
}
