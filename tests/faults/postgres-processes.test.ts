// Three processes on one PostgreSQL, one of which is killed under load (RULES.md 14.12).
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { disagreements } from "../support/counters.ts";
import { addCommunity, figuresOf, startCrowd } from "../support/crowd.ts";
import { startMailServer } from "../support/mail-server.ts";
import { durable } from "../support/postgres.ts";
import { freshOn, hasPostgres, ownPostgres, startSite } from "../support/postgres-site.ts";

describe.runIf(hasPostgres)("one of three processes", () => {
  const server = ownPostgres(durable);

  test("is killed under load: nothing acknowledged is lost, votes and counters are exact, every email is sent once", async ({
    annotate,
  }) => {
    const { url, db } = await freshOn(server());
    const folder = mkdtempSync(join(tmpdir(), "sosia-mails-"));
    const SMTP_URL = await startMailServer(folder);
    const sites = await Promise.all([1, 2, 3].map(() => startSite(url, { SMTP_URL })));
    const crowd = startCrowd(sites, await addCommunity(db), { atOnce: 9 });
    await crowd.more(100);
    const killed = performance.now();
    sites.pop()!.process.kill("SIGKILL");
    await crowd.more(100);
    await crowd.stop();
    // What the killed process had taken waits until its lease expires.
    await expect.poll(() => waitingEmails(db)).toBe(0);
    expect(await crowd.lost(db)).toEqual([]);
    expect(await disagreements(db, new Date())).toEqual([]);
    for (const { from, until } of crowd.failed())
      expect([from < killed + 100, until >= killed]).toEqual([true, true]);
    const sent = await idsOfSent(db);
    const received = idsIn(folder);
    expect(new Set(received).size).toBe(received.length);
    expect(sent.filter((id) => !received.includes(id))).toEqual([]);
    expect(sent.length).toBeGreaterThan(5);
    await annotate(`${figuresOf(crowd)}, 0 lost; ${received.length} emails, each once`);
  });
});

/** Number of emails that no process has taken. */
async function waitingEmails(db: Db): Promise<number> {
  const rows = await db
    .selectFrom("outbox")
    .select("id")
    .where("sent_at", "is", null)
    .where("lease", "is", null)
    .execute();
  return rows.length;
}

async function idsOfSent(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("outbox")
    .select("message_id")
    .where("sent_at", "is not", null)
    .execute();
  return rows.map(({ message_id }) => message_id);
}

const idsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .map((name) => /^Message-ID: <(.+?)@/imu.exec(readFileSync(join(folder, name), "utf8"))![1]!);
