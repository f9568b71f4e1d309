// A site that starts without its PostgreSQL, or with a wrong address for it (RULES.md 14.15).
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#db/open/open.ts";
import { checkServer } from "#db/postgres/postgres-health.ts";
import { freePort } from "../support/free-port.ts";
import { askPostgres } from "../support/postgres.ts";
import { freshOn, hasPostgres, ownPostgres, startSite } from "../support/postgres-site.ts";
import { triedStarts } from "../support/server-process.ts";

describe.runIf(hasPostgres)("a start on PostgreSQL", () => {
  const server = ownPostgres();

  test("waits for a database that is not up yet", async () => {
    const { url } = await freshOn(server());
    await server().kill();
    const starting = startSite(url);
    await expect.poll(() => connectionsRefused(url)).toBe(true);
    await server().start();
    const site = await starting;
    expect((await site.get("/es")).status).toBe(200);
  });

  test("fails with one line when the database is not up in time", async () => {
    const database = openDatabase(`postgres://sosia:verysecret@127.0.0.1:${await freePort()}/x`, {
      bounded: true,
    });
    const began = performance.now();
    await expect(checkServer(database.db, 1000)).rejects.toThrow(
      /^PostgreSQL cannot be reached \(ECONNREFUSED\)\.$/u,
    );
    expect(performance.now() - began).toBeGreaterThan(1000);
    await database.close();
  });

  test("fails immediately with one line, without any password, where a password, a database, a user, an address or the tables are wrong", async () => {
    const { url } = await freshOn(server());
    const rules = join(server().folder, "data", "pg_hba.conf");
    writeFileSync(rules, `local all guest scram-sha-256\n${readFileSync(rules, "utf8")}`);
    await askPostgres(url, "create role guest login password 'rightsecret'");
    await askPostgres(url, "select pg_reload_conf()");
    const addresses = {
      [url.replace("sosia@", "guest:wrongsecret@")]:
        /28P01: password authentication failed for user "guest"/u,
      [url.replace(/fault_\d+/u, "nowhere")]: /3D000: database "nowhere" does not exist/u,
      [url.replace("sosia@", "nobody_of_ours:wrongsecret@")]:
        /28000: role "nobody_of_ours" does not exist/u,
      "postgres://sosia:verysecret@127.0.0.1:99999/x": /DATABASE_URL/u,
      "postgres://sosia:very/secret@127.0.0.1/x": /DATABASE_URL/u,
      "postgres://sosia:verysecret@127.0.0.1:1/x?sslrootcert=/nowhere/verysecret": /DATABASE_URL/u,
      [server().urlOf("postgres")]: /npm run db:migrate/u,
    };
    const said = await triedStarts(
      Object.keys(addresses).map((DATABASE_URL) => ({ DATABASE_URL })),
    );
    expect(said).toEqual(
      Object.values(addresses).map((why) =>
        expect.stringMatching(new RegExp(`^[^\n]*${why.source}[^\n]*$`, "u")),
      ),
    );
    expect(said.join()).not.toMatch(/secret|very/u);
  });
});

const connectionsRefused = (url: string) =>
  askPostgres(url, "select 1").then(
    () => false,
    () => true,
  );
