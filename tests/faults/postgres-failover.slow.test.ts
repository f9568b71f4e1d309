// A replica takes over from PostgreSQL behind a pooler (RULES.md 14.15).
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/open/open.ts";
import { disagreements } from "../support/counters.ts";
import { addCommunity, figuresOf, startCrowd } from "../support/crowd.ts";
import { askPostgres, durable, startPostgres } from "../support/postgres.ts";
import { freshOn, hasPostgres, prepare, startSite } from "../support/postgres-site.ts";
import { hasPgbouncer, startPgbouncer, startReplica, streaming } from "../support/replica.ts";

const canRun = hasPostgres && hasPgbouncer && process.getuid?.() === 0;
if (!canRun)
  console.warn("PostgreSQL, pgbouncer or root rights are missing: failover is not tested.");

describe.runIf(canRun)("a failover behind pgbouncer", () => {
  test.for([0, 2000, 6000])(
    "failover under load, %i ms after PostgreSQL was killed: nothing acknowledged is lost, requests wait or are 503, and the site recovers",
    async (away, { annotate }) => {
      const server = startPostgres({ ...durable, ...streaming });
      onTestFinished(() => server.stop());
      await prepare(server);
      const { url, db } = await freshOn(server);
      // A pooler ignores the limits set by a connection.
      await askPostgres(url, "alter role sosia set statement_timeout = '5s'");
      const name = new URL(url).pathname.slice(1);
      const community = await addCommunity(db);
      const replica = await startReplica(server);
      const pooler = await startPgbouncer(server, "5432", name);
      const site = await startSite(pooler.url, { DATABASE_DIRECT_URL: pooler.directUrl });
      const crowd = startCrowd([site], community);
      await crowd.more(150);
      const killed = performance.now();
      await server.kill();
      await pause(away);
      replica.promote();
      pooler.leadTo(replica.port);
      const promoted = performance.now();
      await crowd.more(150);
      await crowd.stop();
      const after = openDatabase(replica.urlOf(name));
      onTestFinished(() => after.close());
      expect(await crowd.lost(after.db)).toEqual([]);
      expect(await disagreements(after.db, new Date())).toEqual([]);
      const failed = crowd.failed();
      expect(failed.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
      // Requests wait while PostgreSQL is away for less than 3 s.
      const late = failed.filter(({ from }) => from > killed + 200);
      expect(away > 0 || late.length === 0).toBe(true);
      // The last request that waited too long.
      const last = Math.max(0, ...failed.map(({ from }) => from - promoted));
      expect(last).toBeLessThan(10_000);
      expect((await site.get("/readyz")).status).toBe(200);
      await annotate(
        `${figuresOf(crowd)}, 0 lost; away for ${Math.round(promoted - killed)} ms, the last failed request came ${Math.round(last)} ms later`,
      );
    },
  );
});
