// Moving to the other engine and back: everything arrives, and an interrupted copy leaves nothing partial.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addBottle } from "#app/domain/catalog/bottles.ts";
import { copyDatabase } from "#db/copy/copy-database.ts";
import { migrate } from "#db/migrate.ts";
import { addAccount } from "../support/accounts.ts";
import { runCommand } from "../support/command.ts";
import { disagreements } from "../support/counters.ts";
import {
  copy,
  type Databases,
  everyRow,
  fillCommunity,
  newFile,
  nobodyOn,
  startDatabases,
  whyNotCopied,
  withDatabaseAt,
} from "../support/copies.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { askPostgres, postgresPrograms } from "../support/postgres.ts";
import { schemaLines } from "../support/schema-lines.ts";
import { startServer } from "../support/server-process.ts";
import { testSecret } from "../support/site.ts";
import { mountSmallDisk } from "../support/small-disk.ts";

const done = /^Copied \d+ tables with [\d,]+ rows in \d+\.\d s; counts and checksums match\.\n$/u;
const kills = process.env.FAULTS === "all" ? 20 : 2;

if (!postgresPrograms()) console.warn("PostgreSQL is not installed: moving to it is not tested.");

describe.skipIf(!postgresPrograms())("moving", () => {
  let server: Databases;
  let full: string;
  let small: string;
  let moved: string;
  let smallMoved: string;
  let said: Awaited<ReturnType<typeof copy>>;

  beforeAll(async () => {
    server = startDatabases();
    full = newFile();
    await fillCommunity(full, 20_000);
    small = newFile();
    await withDatabaseAt(small, async (db) => {
      await migrate(db);
      await addAccount(db, "ana");
      const dupe_id = await addDupe(db, await addPerfume(db, "Creed", "Aventus"), "Armaf", "Club");
      const created_at = "2026-01-01T00:00:00.000Z";
      const vote = { dupe_id, user_id: "ana", voto: 1, created_at } as const;
      await db.insertInto("user_votes").values(vote).execute();
    });
    moved = await server.empty();
    said = await copy(full, moved);
    smallMoved = await server.empty();
    await copyDatabase(small, smallMoved);
  });
  afterAll(() => server.stop());

  test("a copy to PostgreSQL and back preserves every row, figure, page and next id", async () => {
    const from = newFile();
    copyFileSync(full.slice("file:".length), from.slice("file:".length));
    expect(said).toEqual({ code: 0, signal: null, out: expect.stringMatching(done), err: "" });
    const there = await server.copyOf(moved);
    const back = newFile();
    expect(await copy(there, back)).toMatchObject({ code: 0, err: "" });
    const before = await everyRow(from);
    expect(Object.values(before).flat().length).toBeGreaterThan(20_000);
    expect(before.audit_log!.length).toBeGreaterThan(1);
    expect(await everyRow(there)).toEqual(before);
    expect(await everyRow(back)).toEqual(before);
    const places = [from, there, back];
    await withDatabaseAt(back, async (db) => {
      const wrong = await disagreements(db, new Date());
      // Views were added without their counters.
      expect(wrong.filter((one) => !one.includes("view"))).toEqual([]);
    });
    expect(await schemaOf(back)).toEqual(await schemaOf(from));
    const migrated = await server.empty();
    await withDatabaseAt(migrated, migrate);
    expect(await schemaOf(there)).toEqual(await schemaOf(migrated));
    const pages = await Promise.all(places.map(pagesOf));
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).toEqual(pages[0]);
    const ids = await Promise.all(places.map(nextIds));
    expect(ids[0]!.bottle).toBeGreaterThan(ids[0]!.highest + 1);
    expect(ids[1]).toEqual(ids[0]);
    expect(ids[2]).toEqual(ids[0]);
  });

  test("refuses a target with tables or in use with one line and leaves it unchanged", async () => {
    const filled = await server.copyOf(smallMoved);
    expect(await copy(small, filled)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^TO has tables already.*\n$/u),
    });
    expect(await whyNotCopied(filled, small)).toMatch(/^TO has tables already/u);
    const other = newFile();
    await withDatabaseAt(other, async (db) => {
      await sql`select 1`.execute(db);
      expect(await whyNotCopied(small, other)).toMatch(/^TO is in use: stop the site/u);
    });
    const foreign = newFile();
    writeFileSync(foreign.slice("file:".length), "no database, but somebody's file");
    expect(await whyNotCopied(small, foreign)).toMatch(
      /^The database .* is damaged, or no SQLite/u,
    );
    const emptied = newFile();
    writeFileSync(emptied.slice("file:".length), "");
    expect(await whyNotCopied(small, emptied)).toBe(null);
    expect(await everyRow(filled)).toEqual(await everyRow(small));
  });

  test("refuses a source of another version or in use, with the reason", async () => {
    const older = await server.copyOf(smallMoved);
    await askPostgres(older, "create table notes (id int primary key)");
    expect(await whyNotCopied(older, newFile())).toMatch(/^FROM has notes\.id /u);
    await askPostgres(older, "drop table notes; delete from kysely_migration");
    expect(await whyNotCopied(older, newFile())).toMatch(/^FROM: .* not up to date/u);
    await withDatabaseAt(small, async (db) => {
      await sql`select 1`.execute(db);
      const { code, err } = await copy(small, newFile());
      expect([code, err]).toEqual([0, expect.stringMatching(/^Warning: FROM is in use\..*\n$/u)]);
    });
  });

  test("NUL, which PostgreSQL cannot store, is replaced and reported; copies between files keep it", async () => {
    const odd = newFile();
    expect(await whyNotCopied(small, odd)).toBe(null);
    await withDatabaseAt(odd, (db) =>
      sql`update usuarios set nombre_completo = 'A' || char(0) || 'na' `.execute(db),
    );
    const there = await server.empty();
    const { code, err } = await copy(odd, there);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^Warning: \d texts? of usuarios contained NUL.*\n$/u),
    ]);
    const { rows } = await askPostgres(
      there,
      "select nombre_completo as name from usuarios where nombre_completo like '%\ufffd%'",
    );
    expect(rows[0]).toEqual({ name: "A\ufffdna" });
    const same = newFile();
    expect(await whyNotCopied(odd, same)).toBe(null);
    expect(await everyRow(same)).toEqual(await everyRow(odd));
  });

  test("dangling references and values of the wrong type fail with one line, and nothing is left", async () => {
    const broken = newFile();
    expect(await whyNotCopied(small, broken)).toBe(null);
    await withDatabaseAt(broken, async (db) => {
      await sql`pragma foreign_keys = off`.execute(db);
      await sql`update user_votes set dupe_id = 999999 where id = 1`.execute(db);
    });
    for (const to of [newFile(), await server.empty()]) {
      expect(await whyNotCopied(broken, to)).toMatch(/^.*user_votes.*$/u);
      expect(await isEmpty(to)).toBe(true);
    }
    await withDatabaseAt(broken, (db) =>
      sql`update dupes set likes = 'many' where id = 1`.execute(db),
    );
    const to = await server.empty();
    expect(await whyNotCopied(broken, to)).toMatch(
      /^A row of dupes has a value other than integer in likes/u,
    );
    expect(await isEmpty(to)).toBe(true);
  });

  test("killed at any moment, it leaves an empty or complete target and can be run again", async () => {
    const source = await server.copyOf(moved);
    const began = performance.now();
    await copy(full, newFile());
    const whole = performance.now() - began;
    const expected = await everyRow(full);
    let killed = 0;
    for (let n = 0; n < kills; n++) {
      const [from, to] = n % 2 ? [source, newFile()] : [full, await server.empty()];
      const at = whole * (0.3 + (0.6 * (n + Math.random())) / kills);
      const { signal } = await copy(from, to, (command) => {
        setTimeout(() => command.kill("SIGKILL"), at);
      });
      if (signal === null) continue;
      killed++;
      await nobodyOn(to);
      const again = (await isEmpty(to)) ? await copy(from, to) : { err: "" };
      expect(again.err).toBe("");
      expect(await everyRow(to)).toEqual(expected);
      expect(draftsOf(to)).toEqual([]);
    }
    expect(killed).toBeGreaterThan(0);
  });

  test("a lost connection fails with one line, and nothing is left", async () => {
    const source = await server.copyOf(moved);
    for (const [from, to] of [
      [full, await server.empty()],
      [source, newFile()],
    ] as const) {
      const cut = new AbortController();
      const copying = copy(from, to);
      const cutting = cutOff(from.startsWith("file:") ? to : from, cut.signal);
      const { code, out, err } = await copying;
      cut.abort();
      expect(await cutting).toBe(true);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toMatch(/^.*PostgreSQL.*\n$/u);
      expect(await isEmpty(to)).toBe(true);
    }
  });

  /** Ends the connection of a copy once it is working. @returns whether there was one */
  async function cutOff(url: string, signal: AbortSignal): Promise<boolean> {
    const name = /\/(copy_\d+)\?/u.exec(url)![1];
    while (!signal.aborted) {
      const { rowCount } = await askPostgres(
        server.urlOf("postgres"),
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${name}' and application_name = 'sosia' and xact_start < clock_timestamp() - interval '50 ms'`,
      );
      if (rowCount) return true;
      await pause(5);
    }
    return false;
  }

  test("a full disk fails with one line, and nothing is left", async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "sosia-full-"));
    mountSmallDisk(folder, "2m", context);
    const to = `file:${join(folder, "perfumes.db")}`;
    const { code, out, err } = await copy(full, to);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^.*(full|ENOSPC).*\n$/u);
    expect(readdirSync(folder)).toEqual(["perfumes.db.lock"]);
  });
});

test.each([
  ["postgres://ana:geheim@127.0.0.1:9/sosia", "file:/nowhere/x.db"],
  ["mysql://ana:geheim@127.0.0.1/sosia", "file:/nowhere/x.db"],
  ["postgres://ana:geheim@[/sosia", "file:/nowhere/x.db"],
])("a password in %s is never printed", async (from, to) => {
  const { code, out, err } = await runCommand("db-copy", from, [from, to]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^[^\n]+\n$/u);
  expect(err).not.toContain("geheim");
});

async function isEmpty(url: string): Promise<boolean> {
  if (url.startsWith("file:")) return !existsSync(url.slice("file:".length));
  const { rows } = await askPostgres(url, "select 1 from pg_tables where schemaname = 'public'");
  return rows.length === 0;
}

/** @returns files beside the database file, except its lock */
const draftsOf = (url: string) =>
  url.startsWith("file:")
    ? readdirSync(dirname(url.slice("file:".length))).filter(
        (name) => !/^perfumes\.db(\.lock)?$/u.test(name),
      )
    : [];

const schemaOf = (url: string) => withDatabaseAt(url, schemaLines);

const paths = [
  "/es",
  "/en/brands",
  "/es/perfume/x-1",
  "/en/perfume/x-7",
  "/fr/perfume/x-40",
  "/de/brand/dior",
  "/it/brand/armaf",
  "/pt/about",
  "/en/search?q=sauvage",
  "/es/search?q=aventus",
  "/api/perfumes?lang=es",
  "/sitemap.xml",
];

/** @returns the responses of a site on this database, without what differs between sites */
async function pagesOf(url: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "sosia-pages-"));
  const { origin, process: site } = await startServer({
    DATABASE_URL: url,
    SESSION_SECRET: testSecret,
    UPLOADS_DIR: folder,
    MAIL_DIR: folder,
  });
  try {
    const answers = paths.map(async (path) => {
      const answer = await fetch(origin + path, { redirect: "follow" });
      return `${path} ${answer.status} ${(await answer.text()).replaceAll(origin, "")}`;
    });
    return await Promise.all(answers);
  } finally {
    site.kill("SIGTERM");
  }
}

/** @returns the ids that new rows get, and the highest existing ones */
async function nextIds(url: string) {
  return withDatabaseAt(url, async (db) => {
    const { highest } = await db
      .selectFrom("perfumes")
      .select((row) => row.fn.max("id").as("highest"))
      .executeTakeFirstOrThrow();
    const at = "2026-01-01T00:00:00.000Z";
    const bottle = await addBottle(db, { marca: "Casa", nombre: "Nueva" }, at);
    const message = { name: "Ana", email: "ana@example.org", message: "Hola", privacy_accepted: 1 };
    const { id } = await db
      .insertInto("contact_messages")
      .values({ ...message, created_at: at } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    const vote = await db
      .insertInto("user_votes")
      .values({ dupe_id: 1, user_id: null, voto: 1, created_at: at })
      .returning("id")
      .executeTakeFirstOrThrow();
    const view = await db
      .insertInto("perfume_searches")
      .values({ perfume_id: 1, user_id: null, created_at: at })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { highest, bottle, message: id, vote: vote.id, view: view.id };
  });
}
