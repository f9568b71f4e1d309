import { once } from "node:events";
import {
  chmodSync,
  closeSync,
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
import { test } from "vitest";
import { connect } from "#db/open/open.ts";
import { freePort } from "../support/free-port.ts";
import { oneLine, refusedStart } from "../support/server-process.ts";
import { freshSqlite } from "../support/sqlite-databases.ts";

async function newDatabase(extra = "select 1") {
  const folder = mkdtempSync(join(tmpdir(), "sosia-start-"));
  const url = await freshSqlite(folder);
  const db = connect(url);
  await sql.raw(extra).execute(db);
  await db.destroy();
  return { folder, path: url.slice("file:".length) };
}

/** root without the capability to bypass file permissions, so only the owner's apply. */
const asOwner = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"];

const start = (path: string, environment: Record<string, string> = {}) =>
  refusedStart(
    { DATABASE_URL: `file:${path}`, UPLOADS_DIR: join(path, "..", "uploads"), ...environment },
    [
      ...(process.getuid?.() === 0 ? asOwner : []),
      process.execPath,
      "node_modules/@react-router/serve/dist/cli.js",
    ],
  );

test.concurrent("a schema newer than the code aborts the start with one line", async ({
  expect,
}) => {
  const { path } = await newDatabase(
    "insert into kysely_migration values ('2999-01-01-news', '2999')",
  );
  expect(await start(path)).toEqual(oneLine(/newer than this version.*2999-01-01-news/));
});

test.concurrent("a schema older than the code aborts the start with one line", async ({
  expect,
}) => {
  const { path } = await newDatabase(
    "delete from kysely_migration where name = (select max(name) from kysely_migration)",
  );
  expect(await start(path)).toEqual(oneLine(/not up to date: run `npm run db:migrate`/));
});

test.concurrent("a schema older than the baseline aborts the start with one line that says how to upgrade", async ({
  expect,
}) => {
  const { path } = await newDatabase(
    "update kysely_migration set name = '2026-11-23-baseline' where name = '2026-11-28-baseline'",
  );
  expect(await start(path)).toEqual(oneLine(/run `npm run db:migrate` at commit c63d26d6 first/));
});

test.concurrent("a database with damaged pages aborts the start with one line", async ({
  expect,
}) => {
  const { path } = await newDatabase();
  const pages = openSync(path, "r+");
  for (let at = 40 * 4096; at < statSync(path).size; at += 40 * 4096)
    writeSync(pages, Buffer.alloc(4096, "x"), 0, 4096, at);
  closeSync(pages);
  expect(await start(path)).toEqual(oneLine(/perfumes\.db is damaged/));
});

test.concurrent("a truncated database aborts the start with one line", async ({ expect }) => {
  const { path } = await newDatabase();
  truncateSync(path, statSync(path).size / 2);
  expect(await start(path)).toEqual(oneLine(/perfumes\.db is damaged/));
});

test.concurrent("a file that is not a database aborts the start with one line", async ({
  expect,
}) => {
  const { path } = await newDatabase();
  writeFileSync(path, "x".repeat(10_000));
  expect(await start(path)).toEqual(oneLine(/perfumes\.db is damaged, or no SQLite database/));
});

test.concurrent("an unreadable database aborts the start with one line", async ({ expect }) => {
  const { path } = await newDatabase();
  chmodSync(path, 0o000);
  expect(await start(path)).toEqual(oneLine(/perfumes\.db cannot be opened/));
});

test.concurrent("a read-only database aborts the start with one line, in a read-only folder too", async ({
  expect,
}) => {
  const { folder, path } = await newDatabase();
  chmodSync(path, 0o444);
  expect(await start(path)).toEqual(oneLine(/perfumes\.db cannot be written/));
  mkdirSync(join(folder, "uploads"), { recursive: true });
  chmodSync(folder, 0o555);
  expect(await start(path)).toEqual(oneLine(/perfumes\.db cannot be (written|opened)/));
  chmodSync(folder, 0o755);
});

test.concurrent("a folder in place of the database aborts the start with one line", async ({
  expect,
}) => {
  const { folder } = await newDatabase();
  mkdirSync(join(folder, "folder.db"));
  expect(await start(join(folder, "folder.db"))).toEqual(oneLine(/folder\.db is a folder/));
});

test.concurrent("an uploads folder that is unwritable or a file aborts the start with one line", async ({
  expect,
}) => {
  const { folder, path } = await newDatabase();
  const uploads = join(folder, "closed");
  mkdirSync(uploads, { mode: 0o555 });
  expect(await start(path, { UPLOADS_DIR: uploads })).toEqual(
    oneLine(/picture folder .*closed is not writable \(EACCES\)/),
  );
  expect(await start(path, { UPLOADS_DIR: path })).toEqual(
    oneLine(/picture folder .*perfumes\.db is not writable \(EEXIST\)/),
  );
});

test.concurrent("a folder that cannot be created aborts the start with one line", async ({
  expect,
}) => {
  const { path } = await newDatabase();
  const nowhere = "/proc/nowhere/at/all";
  expect(await start(path, { UPLOADS_DIR: nowhere })).toEqual(
    oneLine(/picture folder .*nowhere.* is not writable \(ENOENT\)/),
  );
  expect(await start(`${nowhere}/perfumes.db`)).toEqual(oneLine(/ENOENT|no database/));
});

test.concurrent("a port in use aborts the start with one line", async ({
  expect,
  onTestFinished,
}) => {
  const { path } = await newDatabase();
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  expect(await start(path, { PORT: String(port) })).toEqual(
    oneLine(/address already in use 127\.0\.0\.1:/),
  );
});
