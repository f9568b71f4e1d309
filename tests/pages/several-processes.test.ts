// Several sites on one PostgreSQL, like processes on several machines (RULES.md 14.14).
import { hostname } from "node:os";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renamePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { lastRun } from "#db/last-runs.ts";
import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open/open.ts";
import { inTransaction } from "#db/transactions.ts";
import { suggestPerfume } from "../support/suggestions.ts";
import { addToShelf } from "#app/domain/shelf/shelf-entries.ts";
import { askForWeeklyEmail } from "#app/domain/shelf/weekly-subscription.ts";
import { grant } from "#app/domain/desk/roles.ts";
import { addAccount, emailOf } from "../support/accounts.ts";
import { addDupe, addPerfume, addPerfumeWithDupe, pairOf } from "../support/database.ts";
import { askPostgres, postgresPrograms, startPostgres } from "../support/postgres.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { eventually } from "../support/eventually.ts";
import { signedIn } from "../support/sign-in.ts";
import { texts } from "../support/structured-data.ts";

const server = postgresPrograms() === null ? null : startPostgres();
if (!server) console.warn("PostgreSQL is not installed: tests of several processes are skipped.");
afterAll(() => server?.stop());

/** A separate migrated database. */
async function freshUrl(name: string): Promise<string> {
  await askPostgres(server!.urlOf("postgres"), `create database ${name}`);
  const { db, close } = openDatabase(server!.urlOf(name));
  await migrate(db);
  await close();
  return server!.urlOf(name);
}

// The mail server is down, so emails wait in the database.
const openOn = (url: string, environment: Record<string, string> = {}) =>
  openSite({ DATABASE_URL: url, SMTP_URL: "smtp://127.0.0.1:9", ...environment });

const found = async (site: TestSite, query: string): Promise<number[]> =>
  JSON.parse((await site.get(`/api/perfumes?q=${query}`)).html).map(({ id }: { id: number }) => id);

/** Adds one like a command or the desk would: the processes are notified. */
const newPerfume = (db: Db, marca: string, nombre: string) =>
  inTransaction(db, async (tx) => {
    const id = await addPerfume(tx, marca, nombre);
    await catalogChanged(tx);
    return id;
  });

describe.runIf(server)("a catalogue change", () => {
  let sites: TestSite[];
  beforeAll(async () => {
    const url = await freshUrl("indexes");
    sites = await Promise.all([openOn(url), openOn(url)]);
    await Promise.all(sites.map((site) => site.start()));
    // The first search waits for the first index.
    await Promise.all(sites.map((site) => found(site, "nothing")));
  });
  afterAll(() => Promise.all(sites.map((site) => site.close())));

  test("is found in every process without a search that triggers it", async () => {
    const id = await newPerfume(sites[0]!.db, "Lattafa", "Qomradish");
    for (const site of sites)
      await eventually(async () => expect(await found(site, "qomradish")).toEqual([id]));
    await renamePerfume(sites[1]!.db, id, { nombre: "Zyklonade" }, new Date());
    for (const site of sites)
      await eventually(async () => expect(await found(site, "zyklonade")).toEqual([id]));
  });

  test("builds the index in one process of a machine at a time, even while people search", async () => {
    const other = new Client({ connectionString: sites[0]!.config.databaseUrl });
    await other.connect();
    // Stands in for another process that is building its index.
    const name = [`sosia index on ${hostname()}`];
    await other.query("select pg_advisory_lock(hashtextextended($1, 0))", name);
    const id = await newPerfume(sites[0]!.db, "Creed", "Serialine");
    for (let round = 0; round < 3; round++)
      for (const site of sites) expect(await found(site, "serialine")).toEqual([]);
    await other.end();
    for (const site of sites)
      await eventually(async () => expect(await found(site, "serialine")).toEqual([id]));
  });
});

test.runIf(server)(
  "a pair's page that one process keeps is new after what somebody says in another, from either page",
  async () => {
    const url = await freshUrl("pairs");
    const [one, other] = await Promise.all([openOn(url), openOn(url)]);
    await Promise.all([one.start(), other.start()]);
    const { dupe, path } = await addPerfumeWithDupe(one.db);
    const pair = `/es${await pairOf(one.db, dupe)}`;
    const shown = async (site: TestSite) => texts(await site.get(pair), ".vote, .said").join();
    expect(await shown(other)).toMatch(/ 0,.* 0$/u);
    // Voices of new accounts wait (RULES.md 5.8).
    const createdAt = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const ana = await signedIn(one, "ana_here", { createdAt });
    const dupe_id = String(dupe);
    await ana.post(`/es${path}`, { intent: "vote", dupe_id, voto: "1" });
    await eventually(async () => expect(await shown(other)).toMatch(/ 1,.* 0$/u));
    await ana.post(pair, { intent: "publish-review", dupe_id, description: "Read there." });
    await eventually(async () => expect(await shown(other)).toContain("Read there."));
    await Promise.all([one.close(), other.close()]);
  },
);

test.runIf(server)(
  "three processes that start together email each operator and each reader once",
  async () => {
    const url = await freshUrl("digests");
    const sites = await Promise.all([openOn(url), openOn(url), openOn(url)]);
    const { db } = sites[0]!;
    for (const name of ["ana", "bea", "eva"]) await addAccount(db, name);
    await grant(db, "eva", "owner", null, new Date());
    const suggested = { marca: "Xerjoff", nombre: "Ani", userId: null, language: "es" } as const;
    await suggestPerfume(db, suggested, new Date());
    const original = await addPerfume(db, "Casa Alba", "Rosa");
    for (const name of ["ana", "bea"]) {
      const wanted = { perfumeId: original, list: "want" } as const;
      await addToShelf(db, name, wanted, new Date());
      await askForWeeklyEmail(db, { userId: name, language: "es" }, new Date());
    }
    // Only news after the subscription is emailed.
    await addDupe(db, original, "Lattafa", "Mejor", { likes: 20 });

    await Promise.all(sites.map((site) => site.start()));
    const done = async () =>
      expect(await lastRun(db, "housekeeping"), "housekeeping at start").not.toBeNull();
    await eventually(done);
    // Later processes find it done.
    await Promise.all(sites.map((site) => site.close()));

    const rows = await askPostgres(url, "select recipient from outbox order by recipient");
    expect(rows.rows.map(({ recipient }) => recipient)).toEqual(["ana", "bea", "eva"].map(emailOf));
  },
);
