// Backups of PostgreSQL and restores to it: consistent, verified, and never partial.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contentOf } from "#db/backup/copied-files.ts";
import { lastBackup, lastBackupTime } from "#db/backup/last-backup.ts";
import { backUp } from "#db/backup/make-backup.ts";
import { copyDatabase } from "#db/copy/copy-database.ts";
import { addAccount, addSignIns } from "../support/accounts.ts";
import {
  filesIn,
  folderOf,
  newData,
  runOn,
  signedOut,
  startOn,
  writeFiles,
} from "../support/backups.ts";
import {
  type Databases,
  everyRow,
  fillCommunity,
  newFile,
  nobodyOn,
  startDatabases,
  withDatabaseAt,
} from "../support/copies.ts";
import { askPostgres, postgresPrograms } from "../support/postgres.ts";

const kills = process.env.FAULTS === "all" ? 20 : 2;
const password = "geheim/% sign";

if (!postgresPrograms()) console.warn("PostgreSQL is not installed: its backups are not tested.");

describe.skipIf(!postgresPrograms())("on PostgreSQL", () => {
  let server: Databases;
  let source: string;
  let data: ReturnType<typeof newData>;
  let backup: string;
  let line: string;

  /** A password that the server does not require, but that must never be revealed. */
  const withPassword = (url: string) =>
    url.replace("site@", `site:${encodeURIComponent(password)}@`);
  const on = (url: string) => ({ DATABASE_URL: withPassword(url) });

  beforeAll(async () => {
    server = startDatabases();
    const file = newFile();
    await fillCommunity(file);
    await withDatabaseAt(file, async (db) => addSignIns(db, await addAccount(db, "ana")));
    source = await server.empty();
    await copyDatabase(file, source);
    data = newData();
    writeFiles(data.uploads, { "ana/avatar.webp": "Ana" });
    const made = await runOn(data, "backup", [data.backups], on(source));
    line = made.err + made.out;
    backup = folderOf(made.out);
  });
  afterAll(() => server.stop());

  /** The time of the last backup, written by the backup itself, is not part of it. */
  async function rowsBackedUp(url: string) {
    const { last_runs, ...rows } = await everyRow(url);
    return { ...rows, last_runs: last_runs!.filter((row) => !row.includes('"backup"')) };
  }

  test("a backup has the database, pictures and a manifest, restores every row, and does not reveal the password", async () => {
    expect(line).toMatch(/^\/.*\/[\dTZ-]{24}: \d+\.\d MB, [\d,]+ rows, 1 file, \d+ ms\n$/u);
    expect(readdirSync(backup).sort()).toEqual(["manifest.json", "perfumes.db", "uploads"]);
    const manifest = readFileSync(join(backup, "manifest.json"), "utf8");
    const { tables, source: from } = JSON.parse(manifest);
    expect(tables.perfume_searches).toBe(2000);
    expect(from).toMatch(/^postgres:\/\/\/.*\/copy_\d+$/u);
    const to = await server.empty();
    const place = newData();
    const { code, out, err } = await runOn(place, "restore", [backup], {
      ...on(to),
      UPLOADS_DIR: place.uploads,
    });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Restored \/.* to postgres:\/\/.* and .*: [\d,]+ rows, 1 file\.\n$/u);
    expect(await rowsBackedUp(to)).toEqual(signedOut(await rowsBackedUp(source)));
    expect(filesIn(place.uploads)).toEqual(filesIn(data.uploads));
    expect(manifest + out).not.toMatch(/geheim/u);
    // Triggers and ids still work.
    await askPostgres(to, "delete from perfumes where id = 1");
    const { rows } = await askPostgres(to, "select id from removed_perfumes where id = 1");
    expect(rows).toHaveLength(1);
    expect(await sequencesOf(to)).toEqual(await sequencesOf(source));
  });

  test("the time of the last backup is visible to operators on any machine", async () => {
    const last = await withDatabaseAt(source, (db) => lastBackupTime(db, source));
    const { made } = JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8"));
    expect(last).toEqual(new Date(made));
    const file = newFile();
    await withDatabaseAt(file, async (db) => expect(await lastBackupTime(db, file)).toBe(null));
    expect(await lastBackup(file)).toBe(null);
  });

  test("--keep deletes only the oldest backups of this database", async () => {
    const folder = join(data.folder, "kept");
    const other = await server.copyOf(source);
    const made: string[] = [];
    for (const databaseUrl of [source, other, source]) {
      const place = { databaseUrl, uploads: data.uploads };
      made.push((await backUp(place, folder, { keep: 1 })).folder);
    }
    expect(readdirSync(folder).filter((name) => !name.startsWith("."))).toEqual(
      made.slice(1).map((path) => path.slice(folder.length + 1)),
    );
  });

  test("a backup of either engine restores every row to the other", async () => {
    const file = newData();
    const at = { DATABASE_URL: `file:${file.database}` };
    expect((await runOn(file, "restore", [backup], at)).err).toBe("");
    const fresh = signedOut(await rowsBackedUp(source));
    expect(await rowsBackedUp(at.DATABASE_URL)).toEqual(fresh);
    const made = await runOn(file, "backup", [file.backups], at);
    const to = await server.empty();
    expect((await runOn(newData(), "restore", [folderOf(made.out)], on(to))).err).toBe("");
    expect(await rowsBackedUp(to)).toEqual(fresh);
  });

  test("refuses, with one line, a non-empty or open database, and a changed, damaged or older backup", async () => {
    const to = await server.copyOf(source);
    const before = await everyRow(to);
    const refused = async (words: string[], more: Record<string, string>) => {
      const { code, out, err } = await runOn(newData(), "restore", words, more);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toMatch(/^[^\n]+\n$/u);
      expect(err).not.toContain("geheim");
      return err;
    };
    expect(await refused([backup], on(to))).toContain("has tables already: --replace");
    // A connection that is held, because an idle one ends by itself before a slow machine has looked.
    await withDatabaseAt(to, (db) =>
      db.connection().execute(async (held) => {
        await held.selectFrom("perfumes").select("id").limit(1).execute();
        expect(await refused([backup, "--replace"], on(to))).toContain("is in use: stop the site");
      }),
    );
    const copyOf = (name: string) => {
      const folder = join(data.folder, name);
      execFileSync("cp", ["-r", backup, folder]);
      return { folder, file: join(folder, "perfumes.db"), manifest: join(folder, "manifest.json") };
    };
    const damaged = copyOf("damaged");
    const bytes = readFileSync(damaged.file);
    bytes[bytes.length >> 1]! ^= 255;
    writeFileSync(damaged.file, bytes);
    expect(await refused([damaged.folder, "--replace"], on(to))).toContain("is damaged");
    const said = JSON.parse(readFileSync(damaged.manifest, "utf8"));
    const hostile = copyOf("hostile");
    const sqlite = new Database(hostile.file);
    sqlite.exec("create table spies (id integer primary key)");
    sqlite.close();
    const database = await contentOf(hostile.file);
    writeFileSync(hostile.manifest, JSON.stringify({ ...said, database }));
    expect(await refused([hostile.folder, "--replace"], on(to))).toContain(
      "was changed: TABLE spies",
    );
    const older = copyOf("older");
    writeFileSync(older.manifest, JSON.stringify({ ...said, engine: "postgres" }));
    expect(await refused([older.folder, "--replace"], on(to))).toContain("is a dump of PostgreSQL");
    expect(await everyRow(to)).toEqual(before);
  });

  test("a replacing restore keeps the old data in a separate schema, which later backups omit", async () => {
    const to = await server.copyOf(source);
    await askPostgres(to, "update usuarios set nombre_completo = 'Later'");
    const place = newData();
    const { code, out, err } = await runOn(place, "restore", [backup, "--replace"], on(to));
    expect([code, err]).toEqual([0, ""]);
    const schema = /the schema (before_\w+) of postgres/u.exec(out)![1];
    expect(await rowsBackedUp(to)).toEqual(signedOut(await rowsBackedUp(source)));
    const { rows } = await askPostgres(
      to,
      `select distinct nombre_completo as name from ${schema}.usuarios`,
    );
    expect(rows).toEqual([{ name: "Later" }]);
    const next = await runOn(place, "backup", [place.backups], on(to));
    expect([next.code, next.err]).toEqual([0, ""]);
    const { tables } = JSON.parse(readFileSync(join(folderOf(next.out), "manifest.json"), "utf8"));
    expect(tables.usuarios).toBe((await everyRow(to)).usuarios!.length);
  });

  test("killed at any moment, a restore leaves all old or all new rows, and a backup leaves no partial one", async () => {
    const to = await server.copyOf(source);
    await askPostgres(to, "update usuarios set nombre_completo = 'Later'");
    const old = await rowsBackedUp(to);
    const fresh = signedOut(await rowsBackedUp(source));
    const began = performance.now();
    await runOn(newData(), "backup", [join(data.folder, "timed")], on(source));
    const time = performance.now() - began;
    let killed = 0;
    for (let n = 0; n < kills; n++) {
      const at = time * (0.2 + (0.8 * (n + Math.random())) / kills);
      const restoring = startOn(newData(), "restore", [backup, "--replace"], on(to));
      setTimeout(() => restoring.process.kill("SIGKILL"), at);
      if ((await restoring.ended).signal !== "SIGKILL") break;
      killed++;
      await nobodyOn(to);
      // The old schema also has no time of a last backup.
      expect([old, fresh]).toContainEqual(await rowsBackedUp(to));

      const backups = join(data.folder, "killed");
      const backing = startOn(data, "backup", [backups], on(source));
      setTimeout(() => backing.process.kill("SIGKILL"), at);
      await backing.ended;
    }
    expect(killed).toBeGreaterThan(0);
    const left = await runOn(data, "backup", [join(data.folder, "killed")], on(source));
    expect([left.code, left.err]).toEqual([0, ""]);
    const named = readdirSync(join(data.folder, "killed")).filter((name) => name !== ".lock");
    for (const name of named) {
      expect(name).toMatch(/^\d/u);
      const again = await server.empty();
      const words = [join(data.folder, "killed", name)];
      expect((await runOn(newData(), "restore", words, on(again))).err).toBe("");
    }
    expect((await runOn(newData(), "restore", [backup, "--replace"], on(to))).err).toBe("");
    expect(await rowsBackedUp(to)).toEqual(fresh);
  });

  test("fails with one line without a server", async () => {
    const away = await runOn(data, "backup", [data.backups], {
      DATABASE_URL: "postgres://ana:geheim@127.0.0.1:9/sosia",
    });
    expect([away.code, away.out]).toEqual([1, ""]);
    expect(away.err).toMatch(/^The backup failed; .*PostgreSQL cannot be reached.*\n$/u);
    expect(away.err).not.toContain("geheim");
  });
});

async function sequencesOf(url: string) {
  const { rows } = await askPostgres(
    url,
    "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
  );
  return rows;
}
