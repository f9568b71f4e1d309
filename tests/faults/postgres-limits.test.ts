// A site whose PostgreSQL answers too late, not at all, or with an error (RULES.md 14.15).
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Db } from "#db/database.ts";
import { openDatabase } from "#db/open/open.ts";
import { isUnavailable } from "#db/errors.ts";
import { addCommunity } from "../support/crowd.ts";
import { freshOn, hasPostgres, ownPostgres, startSite } from "../support/postgres-site.ts";
import { eventually } from "../support/eventually.ts";

const vote = (dupe: number) => ({ intent: "vote", dupe_id: String(dupe), voto: "1" });

describe.runIf(hasPostgres)("on PostgreSQL", () => {
  const server = ownPostgres();

  test("statements that wait for a lock are cancelled after 5 s, others wait 3 s for a connection: 503, then the site recovers", async () => {
    const { url, db } = await freshOn(server());
    const site = await startSite(url, { DATABASE_POOL: "2" });
    const { people, bottles } = await addCommunity(db, { people: 2, bottles: 2 });
    const [{ path, dupe }, other] = [bottles[0]!, bottles[1]!];
    const cast = (n: number) =>
      site.post(path, vote(dupe), { Cookie: people[n]!.cookie, Accept: "text/html" });
    const lock = await db.startTransaction().execute();
    onTestFinished(() => void (lock.isRolledBack || lock.rollback().execute()));
    await sql`select id from dupes where id = ${dupe} for update`.execute(lock);
    const blocked = [cast(0), cast(1)];
    await eventually(async () => expect(await waiting(lock)).toBe(2));
    const refused = await site.get(other.path);
    expect(refused).toMatchObject({ status: 503, retryAfter: "5" });
    expect(refused.time).toBeGreaterThan(2000);
    for (const answer of await Promise.all(blocked)) {
      expect(answer).toMatchObject({ status: 503, retryAfter: "5" });
      expect(answer.time).toBeGreaterThan(4500);
      expect(answer.time).toBeGreaterThan(refused.time);
    }
    await lock.rollback().execute();
    expect((await site.get(other.path)).status).toBe(200);
    expect([(await cast(0)).status, (await cast(1)).status]).toEqual([303, 303]);
  });

  test("an idle transaction is ended and does not affect others", async () => {
    const { url } = await freshOn(server());
    const database = openDatabase(url, { bounded: true, connections: 1 });
    const { rows } = await sql<{ limit: string }>`
      select current_setting('idle_in_transaction_session_timeout') as limit`.execute(database.db);
    expect(rows).toEqual([{ limit: "10s" }]);
    const failed = database.db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 100`.execute(tx);
      await pause(500);
      await sql`select 1`.execute(tx);
    });
    expect(await failed.catch(isUnavailable)).toBe(true);
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  test("after the notice connection is restored, no page cached before is served", async () => {
    const { url, db } = await freshOn(server());
    const site = await startSite(url);
    const { bottles } = await addCommunity(db, { people: 0, bottles: 1 });
    const { path, dupe } = bottles[0]!;
    expect((await site.get(path)).page).not.toContain("Renamed");
    await sql`update dupes set nombre = 'Renamed' where id = ${dupe}`.execute(db);
    await sql`update perfumes set nombre = 'Renamed' where id = (select dupe_perfume_id from dupes where id = ${dupe})`.execute(
      db,
    );
    expect((await site.get(path)).page).not.toContain("Renamed");
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'sosia notices'`.execute(db);
    await eventually(async () => expect((await site.get(path)).page).toContain("Renamed"));
  });

  test("values quoted in PostgreSQL's errors are not logged", async () => {
    const { url, db } = await freshOn(server());
    const site = await startSite(url);
    await sql`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'Refused: %', new using detail = new.message; end $$`.execute(db);
    await sql`create trigger refuse before insert on contact_messages for each row execute function refuse()`.execute(
      db,
    );
    await sql`alter table sugerencias_perfumes add check (nombre_perfume <> 'secret.words')`.execute(
      db,
    );
    const from = { name: "Ana", email: "secret.ana@example.org", privacyAccepted: "on" };
    const message = await site.post("/es/contact", { ...from, message: "secret.words" });
    const suggestion = { marca_perfume: "Zara", nombre_perfume: "secret.words" };
    const suggested = await site.post("/es", { intent: "suggest-perfume", ...suggestion });
    expect([message.status, suggested.status]).toEqual([500, 500]);
    await site.stop();
    const log = await site.log;
    expect(log).toContain("PostgreSQL P0001");
    expect(log).toContain("PostgreSQL 23514");
    expect(log).not.toMatch(/secret\.|Zara/u);
  });
});

/** Number of statements waiting for a lock. */
async function waiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_locks where not granted`.execute(db);
  return rows[0]!.count;
}
