import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/open/open.ts";
import { freePort } from "../support/free-port.ts";
import { oneLine, refusedStart, triedStarts } from "../support/server-process.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { freshSqlite } from "../support/sqlite-databases.ts";

async function newDatabase(extra = "select 1") {
  const folder = mkdtempSync(join(tmpdir(), "sosia-start-"));
  const url = await freshSqlite(folder);
  const db = connect(url);
  await sql.raw(extra).execute(db);
  await db.destroy();
  return { folder, path: url.slice("file:".length) };
}

const settings = (path: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: `file:${path}`,
  UPLOADS_DIR: join(path, "..", "uploads"),
  ...more,
});

interface Refused {
  what: string;
  environment: Record<string, string>;
  why: RegExp;
}

async function withSchema(what: string, extra: string, why: RegExp): Promise<Refused> {
  return { what, environment: settings((await newDatabase(extra)).path), why };
}

async function withFile(what: string, why: RegExp, spoil: (path: string) => void) {
  const { path } = await newDatabase();
  spoil(path);
  return { what, environment: settings(path), why };
}

function damagePages(path: string) {
  const pages = openSync(path, "r+");
  for (let at = 40 * 4096; at < statSync(path).size; at += 40 * 4096)
    writeSync(pages, Buffer.alloc(4096, "x"), 0, 4096, at);
  closeSync(pages);
}

function closeFolder(path: string) {
  chmodSync(path, 0o444);
  mkdirSync(join(path, "..", "uploads"));
  chmodSync(join(path, ".."), 0o555);
}

async function everyRefused(): Promise<Refused[]> {
  const { folder, path } = await newDatabase();
  const closed = join(folder, "closed");
  mkdirSync(closed, { mode: 0o555 });
  mkdirSync(join(folder, "folder.db"));
  const nowhere = "/proc/nowhere/at/all";
  return [
    await withSchema(
      "a schema newer than the code",
      "insert into kysely_migration values ('2999-01-01-news', '2999')",
      /newer than this version.*2999-01-01-news/u,
    ),
    await withSchema(
      "a schema older than the code",
      "delete from kysely_migration where name = (select max(name) from kysely_migration)",
      /not up to date: run `npm run db:migrate`/u,
    ),
    await withSchema(
      "a schema older than the baseline, with how to upgrade",
      "update kysely_migration set name = '2026-11-28-baseline' where name = '2026-12-04-baseline'",
      /run `npm run db:migrate` at commit 265ca069 first/u,
    ),
    await withFile("damaged pages", /perfumes\.db is damaged/u, damagePages),
    await withFile("a truncated database", /perfumes\.db is damaged/u, (at) =>
      truncateSync(at, statSync(at).size / 2),
    ),
    await withFile("no database", /perfumes\.db is damaged, or no SQLite database/u, (at) =>
      writeFileSync(at, "x".repeat(10_000)),
    ),
    await withFile(
      "an unreadable database",
      /perfumes\.db cannot be opened: it may not be read/u,
      (at) => chmodSync(at, 0o000),
    ),
    await withFile("a read-only database", /perfumes\.db cannot be written/u, (at) =>
      chmodSync(at, 0o444),
    ),
    await withFile(
      "a read-only database in a read-only folder",
      /perfumes\.db cannot be (written|opened)/u,
      closeFolder,
    ),
    {
      what: "a folder in place of the database",
      environment: settings(join(folder, "folder.db")),
      why: /folder\.db is a folder/u,
    },
    {
      what: "an unwritable uploads folder",
      environment: settings(path, { UPLOADS_DIR: closed }),
      why: /picture folder .*closed is not writable \(EACCES\)/u,
    },
    {
      what: "a file in place of the uploads folder",
      environment: settings(path, { UPLOADS_DIR: path }),
      why: /picture folder .*perfumes\.db is not writable \(EEXIST\)/u,
    },
    {
      what: "an uploads folder that cannot be created",
      environment: settings(path, { UPLOADS_DIR: nowhere }),
      why: /picture folder .*nowhere.* is not writable \(ENOENT\)/u,
    },
    {
      what: "a file in place of the folder for emails",
      environment: settings(path, { MAIL_DIR: path }),
      why: /email folder .*perfumes\.db is not writable \(EEXIST\)/u,
    },
    {
      what: "a database's folder that is missing",
      environment: settings(`${nowhere}/perfumes.db`),
      why: /no folder .*nowhere/u,
    },
  ];
}

test("a start refuses what is damaged, unwritable or of another version, each with one line", async () => {
  const refused = await everyRefused();
  const said = await triedStarts(refused.map(({ environment }) => environment));
  expect(refused.map(({ what }, n) => [what, said[n]])).toEqual(
    refused.map(({ what, why }) => [
      what,
      expect.stringMatching(new RegExp(`^[^\n]*(?:${why.source})[^\n]*$`, "u")),
    ]),
  );
});

test("a refused start prints its line and exits with 1", async () => {
  const { path } = await newDatabase("insert into kysely_migration values ('2999-news', '2999')");
  expect(await refusedStart(settings(path))).toEqual(oneLine(/newer than this version/u));
});

test("a port in use aborts the start with one line", async () => {
  const { path } = await newDatabase();
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  expect(await refusedStart(settings(path, { PORT: String(port) }))).toEqual(
    oneLine(/address already in use 127\.0\.0\.1:/u),
  );
});

test("a database on a disk that is read-only aborts the start with one line that says so", async (context) => {
  const { folder, path } = await newDatabase();
  const disk = mkdtempSync(join(tmpdir(), "sosia-disk-"));
  mountSmallDisk(disk, "8m", context);
  cpSync(path, join(disk, "perfumes.db"));
  execFileSync("mount", ["-o", "remount,ro", disk]);
  const uploads = { UPLOADS_DIR: join(folder, "up") };
  expect(await refusedStart(settings(join(disk, "perfumes.db"), uploads))).toEqual(
    oneLine(/perfumes\.db cannot be (written|opened): it is on a disk that is read-only/u),
  );
});

test.each(["localhost:3000", "http://localhost", "nowhere.invalid"])(
  "HOST=%s, which is no address of this machine, is refused in one line",
  async (HOST) => {
    const { path } = await newDatabase();
    expect(await refusedStart(settings(path, { HOST }))).toEqual(
      oneLine(/HOST must be an address/),
    );
  },
);

test("a start answers help with its usage, and refuses words that are settings", async () => {
  const usage = expect.stringMatching(/^Usage: npm start [^\n]*PORT[^\n]*\n$/u);
  const nowhere = { DATABASE_URL: "file:/proc/nowhere/perfumes.db" };
  expect(await refusedStart(nowhere, ["--help"])).toEqual({ code: 0, out: usage, err: "" });
  expect(await refusedStart(nowhere, ["--port", "4000"])).toEqual({ code: 2, out: "", err: usage });
});
