// The network between a site and PostgreSQL is cut or slow (RULES.md 14.15).
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { disagreements } from "../support/counters.ts";
import { addCommunity, figuresOf, startCrowd } from "../support/crowd.ts";
import { hasNamespaces, networkTo } from "../support/network.ts";
import { askPostgres, durable, startPostgres } from "../support/postgres.ts";
import { freshOn, hasPostgres, prepare, startSite } from "../support/postgres-site.ts";
import { eventually } from "../support/eventually.ts";

const canRun = hasPostgres && hasNamespaces();
if (!canRun)
  console.warn("PostgreSQL or network namespaces are missing: a cut network is not tested.");

async function distant(delay = 0) {
  const server = startPostgres(durable);
  onTestFinished(() => server.stop());
  await prepare(server);
  const { url, db } = await freshOn(server);
  const network = networkTo(server, delay);
  const distantUrl = network.urlOf(new URL(url).pathname.slice(1));
  await eventually(() => askPostgres(distantUrl, "select 1"));
  const community = await addCommunity(db);
  const site = await startSite(distantUrl);
  return { db, network, community, site };
}

describe.runIf(canRun)("the network to PostgreSQL", () => {
  test("cut for 20 s under load: hanging requests end in time as 503, nothing acknowledged is lost, and the site recovers", async ({
    annotate,
  }) => {
    const { db, network, community, site } = await distant();
    const { path, dupe } = community.bottles[0]!;
    const crowd = startCrowd([site], community);
    await crowd.more(60);
    const cut = performance.now();
    network.cut();
    // No notice reaches the site, so it must detect that it may have missed one.
    await sql`update perfumes set nombre = 'Renamed' where id = (select dupe_perfume_id from dupes where id = ${dupe})`.execute(
      db,
    );
    await pause(20_000);
    network.mend();
    const mended = performance.now();
    await crowd.more(60);
    await crowd.stop();
    const failed = crowd.failed();
    expect(failed.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
    const longest = Math.max(...crowd.answers.map(({ time }) => time));
    expect(longest).toBeLessThan(15_000);
    const last = Math.max(0, ...failed.map(({ until }) => until - mended));
    expect(last).toBeLessThan(12_000);
    expect(await crowd.lost(db)).toEqual([]);
    expect(await disagreements(db, new Date())).toEqual([]);
    await eventually(async () => expect((await site.get(path)).page).toContain("Renamed"));
    await site.stop();
    expect(await site.log).toContain("The connection for notices between processes was lost");
    await annotate(
      `cut for ${Math.round(mended - cut)} ms: ${figuresOf(crowd)}, 0 lost; the longest answer took ${Math.round(longest)} ms, the last failure came ${Math.round(last)} ms after the mending`,
    );
  });

  test("20 ms of latency each way: everything works", async ({ annotate }) => {
    const { db, community, site } = await distant(20);
    const crowd = startCrowd([site], community);
    await crowd.more(100);
    await crowd.stop();
    expect(crowd.failed()).toEqual([]);
    expect(await crowd.lost(db)).toEqual([]);
    expect(await disagreements(db, new Date())).toEqual([]);
    await annotate(`20 ms away: ${figuresOf(crowd)}, 0 lost`);
  });

  test("cut: SIGTERM ends the site with 0", async () => {
    const { network, community, site } = await distant();
    network.cut();
    const waiting = site.get(community.bottles[0]!.path);
    await pause(200);
    expect(await site.stop()).toBe(0);
    await waiting;
  });
});
