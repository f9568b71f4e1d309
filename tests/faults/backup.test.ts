// Backups of a site in use.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
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
import { addDupe, addPerfume } from "../support/database.ts";
import { addPrice } from "../support/prices.ts";
import { startServer } from "../support/server-process.ts";
import { sessionCookie } from "../support/sign-in.ts";
import { testSecret, userAgent } from "../support/site.ts";

/** A catalogue with 40,000 views, so that a backup takes a moment. */
async function fill(db: Db) {
  await migrate(db);
  const pages: { id: number; dupe: number }[] = [];
  for (let n = 0; n < 12; n++) {
    const id = await addPerfume(db, "Creed", `Aventus ${n}`);
    pages.push({ id, dupe: await addDupe(db, id, "Armaf", `Club ${n}`) });
  }
  await sql`with recursive n(at) as (select 1 union all select at + 1 from n where at < 40000)
    insert into perfume_searches (perfume_id, created_at)
    select 1, '2026-01-01T00:00:00.000Z' from n`.execute(db);
  await sql`update perfumes set vistas = 40000 where id = 1`.execute(db);
  await sql`insert into perfume_month_views (month, perfume_id, views) values ('2026-01', 1, 40000)`.execute(
    db,
  );
  const sessions: string[] = [];
  for (let n = 0; n < 40; n++) sessions.push(await sessionCookie(db, `person_${n}`));
  return { pages, sessions };
}

/**
 * Until stopped, people vote, review and open pages, one action every 20 ms, a program adds prices, and avatars change.
 * @returns how many answers had each status
 */
function keepWriting(
  origin: string,
  data: ReturnType<typeof newData>,
  { pages, sessions }: Awaited<ReturnType<typeof fill>>,
) {
  const stopping = new AbortController();
  const statuses = new Map<number, number>();
  const db = connect(data.source.databaseUrl);
  const under = new Set<Promise<unknown>>();
  async function writeOne(n: number) {
    const at = n % sessions.length;
    const { id, dupe } = pages[Math.floor(n / sessions.length) % pages.length]!;
    const page = `${origin}/es/perfume/x-${id}`;
    const headers = {
      Origin: origin,
      Cookie: sessions[at]!,
      "X-Forwarded-For": `198.51.100.${at}`,
    };
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ dupe_id: String(dupe), ...fields });
      const answer = await fetch(page, { method: "POST", redirect: "manual", headers, body });
      await answer.text();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    };
    await post({ intent: "vote", voto: n % 3 ? "1" : "-1" });
    if (n % 5 === 0) await post({ intent: "publish-review", description: `Review ${n}` });
    if (n % 5 === 1)
      await (await fetch(page, { headers: { ...headers, "User-Agent": userAgent } })).text();
    if (n % 10 === 2)
      await db.transaction().execute((tx) => addPrice(tx, id, 1000 + n, new Date()));
    const draft = join(data.uploads, `draft-${n}`);
    writeFileSync(draft, `whole ${n} `.repeat(1000));
    mkdirSync(join(data.uploads, `person_${at}`), { recursive: true });
    renameSync(draft, join(data.uploads, `person_${at}`, "avatar.webp"));
  }
  const writing = (async () => {
    const began = performance.now();
    for (let n = 0; !stopping.signal.aborted; n++) {
      await pause(Math.max(0, began + n * 20 - performance.now()));
      // On a busy machine requests would pile up until they are refused.
      if (under.size > 20) await Promise.race(under);
      const one = writeOne(n).finally(() => under.delete(one));
      under.add(one);
    }
    await Promise.all(under);
  })();
  return {
    async stop() {
      stopping.abort();
      await writing.finally(() => db.destroy());
      return statuses;
    },
  };
}

const votesIn = (db: Db) =>
  db
    .selectFrom("user_votes")
    .select((row) => row.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow()
    .then(({ n }) => Number(n));

test("a backup during fifty writes a second restores a consistent snapshot; a later one restores every row and file", async () => {
  const data = newData();
  mkdirSync(dirname(data.database));
  const filled = await withDatabase(data, fill);
  const { origin, process: server } = await startServer({
    ...data.environment,
    SESSION_SECRET: testSecret,
    TRUSTED_PROXY_HOPS: "1",
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  mkdirSync(data.uploads, { recursive: true });
  const load = keepWriting(origin, data, filled);
  const made: { folder: string; before: number; after: number }[] = [];
  while (made.length < 2) {
    const before = await withDatabase(data, votesIn);
    const { out, err, code } = await runOn(data, "backup", [data.backups]);
    expect([code, err]).toEqual([0, ""]);
    const after = await withDatabase(data, votesIn);
    made.push({ folder: folderOf(out), before, after });
  }
  const restoring = await runOn(data, "restore", [made[0]!.folder, "--replace"]);
  expect([restoring.code, restoring.err]).toEqual([
    1,
    expect.stringContaining("stop the site first"),
  ]);
  const statuses = await load.stop();
  expect([...statuses.keys()]).toEqual([303]);
  expect(made[1]!.after).toBeGreaterThan(made[0]!.before + 10);

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

  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  expect(await ended).toBe(0);
  const { out } = await runOn(data, "backup", [data.backups]);
  const copy = newData();
  await runOn(copy, "restore", [folderOf(out)]);
  const tables = everythingIn(data.database);
  expect(Object.keys(tables).length).toBeGreaterThan(30);
  expect(everythingIn(copy.database)).toEqual(signedOut(tables));
  expect(filesIn(copy.uploads)).toEqual(filesIn(data.uploads));
});
