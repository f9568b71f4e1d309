// A site that starts without its PostgreSQL, or with a wrong address for it (RULES.md 14.15).
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { openDatabase } from "#db/open/open.ts";
import { checkServer } from "#db/postgres/postgres-health.ts";
import { runProcess } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { askPostgres } from "../support/postgres.ts";
import { freshOn, hasPostgres, ownPostgres, startSite } from "../support/postgres-site.ts";
import { triedStarts } from "../support/server-process.ts";
import { freshSqlite } from "../support/sqlite-databases.ts";

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

  test("says what it waits for, then fails with one line when the database is not up in time", async () => {
    const warned = vi.spyOn(console, "warn").mockReturnValue();
    const database = openDatabase(`postgres://sosia:verysecret@127.0.0.1:${await freePort()}/x`, {
      bounded: true,
    });
    const began = performance.now();
    await expect(checkServer(database.db, 4000)).rejects.toThrow(
      /^PostgreSQL cannot be reached \(ECONNREFUSED\)\.$/u,
    );
    expect(performance.now() - began).toBeGreaterThan(4000);
    expect(warned.mock.calls).toEqual([
      ["PostgreSQL cannot be reached (ECONNREFUSED). Waiting up to 4 seconds for it."],
    ]);
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

  test("a database that is not UTF-8 is refused in one line by the start, db:migrate and db:copy, and gets no table", async () => {
    const made = "create database latin encoding 'LATIN1' locale 'C' template template0";
    await askPostgres(server().urlOf("postgres"), made);
    const url = server().urlOf("latin");
    const refusal = /^The PostgreSQL database has the encoding LATIN1, [^\n]+\n?$/u;
    const folder = mkdtempSync(join(tmpdir(), "sosia-latin-"));
    const from = await freshSqlite(folder);
    for (const ran of [
      await runProcess("db-migrate", url, []),
      await runProcess("db-copy", url, [from, url]),
    ])
      expect(ran).toEqual({ code: 1, out: "", err: expect.stringMatching(refusal) });
    expect(await triedStarts([{ DATABASE_URL: url }])).toEqual([expect.stringMatching(refusal)]);
    const tables = "select 1 from pg_tables where schemaname = 'public'";
    expect((await askPostgres(url, tables)).rows).toEqual([]);
  });
});

const connectionsRefused = (url: string) =>
  askPostgres(url, "select 1").then(
    () => false,
    () => true,
  );
