// Backups of a site in use.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import {
  everythingIn,
  filesIn,
  folderOf,
  newData,
  runOn,
  signedOut,
  withDatabase,
} from "../support/backups.ts";
import { disagreements } from "../support/counters.ts";
import { addCommunity, startCrowd } from "../support/crowd.ts";
import { startSite } from "../support/postgres-site.ts";
import { addPrice } from "../support/prices.ts";

/** People, bottles, and 40,000 views, so that a backup takes a moment. */
async function fill(db: Db) {
  await migrate(db);
  const community = await addCommunity(db);
  await sql`with recursive n(at) as (select 1 union all select at + 1 from n where at < 40000)
    insert into perfume_searches (perfume_id, created_at)
    select 1, '2026-01-01T00:00:00.000Z' from n`.execute(db);
  await sql`update perfumes set vistas = 40000 where id = 1`.execute(db);
  await sql`insert into perfume_month_views (month, perfume_id, views) values ('2026-01', 1, 40000)`.execute(
    db,
  );
  return community;
}

/** Until aborted, prices are added and avatars change, every 20 ms. */
async function keepChanging({ source, uploads }: ReturnType<typeof newData>, signal: AbortSignal) {
  const db = connect(source.databaseUrl);
  for (let n = 0; !signal.aborted; n++) {
    await pause(20);
    if (n % 10 === 2) await db.transaction().execute((tx) => addPrice(tx, 1, 1000 + n, new Date()));
    const draft = join(uploads, `draft-${n}`);
    writeFileSync(draft, `whole ${n} `.repeat(1000));
    const person = join(uploads, `person_${n % 40}`);
    mkdirSync(person, { recursive: true });
    renameSync(draft, join(person, "avatar.webp"));
  }
  await db.destroy();
}

const votesIn = (db: Db) =>
  db
    .selectFrom("user_votes")
    .select((row) => row.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow()
    .then(({ n }) => Number(n));

test("a backup during many writes a second restores a consistent snapshot; a later one restores every row and file", async () => {
  const data = newData();
  mkdirSync(dirname(data.database));
  const community = await withDatabase(data, fill);
  const site = await startSite(data.source.databaseUrl, data.environment);
  mkdirSync(data.uploads, { recursive: true });
  const crowd = startCrowd([site], community);
  const stopping = new AbortController();
  const changing = keepChanging(data, stopping.signal);
  const made: { folder: string; before: number; after: number }[] = [];
  while (made.length < 2) {
    const before = await withDatabase(data, votesIn);
    const more = crowd.more(20);
    const { out, err, code } = await runOn(data, "backup", [data.backups]);
    expect([code, err]).toEqual([0, ""]);
    await more;
    const after = await withDatabase(data, votesIn);
    made.push({ folder: folderOf(out), before, after });
  }
  const restoring = await runOn(data, "restore", [made[0]!.folder, "--replace"]);
  expect([restoring.code, restoring.err]).toEqual([
    1,
    expect.stringContaining("stop the site first"),
  ]);
  stopping.abort();
  await Promise.all([crowd.stop(), changing]);
  expect(crowd.failed()).toEqual([]);
  for (const { before, after } of made) expect(after).toBeGreaterThan(before);

  for (const { folder, before, after } of made) {
    const copy = newData();
    expect(await runOn(copy, "restore", [folder])).toMatchObject({ code: 0, err: "" });
    await withDatabase(copy, async (db) => {
      expect(await disagreements(db, new Date())).toEqual([]);
      const votes = await votesIn(db);
      expect(votes).toBeGreaterThanOrEqual(before);
      expect(votes).toBeLessThanOrEqual(after);
      // Proves that the check can fail.
      await db.updateTable("dupes").set({ likes: 999 }).where("id", "=", 1).execute();
      await db.updateTable("perfumes").set({ vistas: 5 }).where("id", "=", 1).execute();
      expect(await disagreements(db, new Date())).toEqual(["dupe 1: votes", "perfume 1: views"]);
    });
    const whole = /^(whole \d+ )\1{999}$/u;
    const texts = Object.keys(filesIn(copy.uploads)).map((path) =>
      readFileSync(join(copy.uploads, path), "utf8"),
    );
    expect(texts.filter((text) => !whole.test(text))).toEqual([]);
  }

  expect(await site.stop()).toBe(0);
  const { out } = await runOn(data, "backup", [data.backups]);
  const copy = newData();
  await runOn(copy, "restore", [folderOf(out)]);
  const tables = everythingIn(data.database);
  expect(Object.keys(tables).length).toBeGreaterThan(30);
  expect(everythingIn(copy.database)).toEqual(signedOut(tables));
  expect(filesIn(copy.uploads)).toEqual(filesIn(data.uploads));
});
