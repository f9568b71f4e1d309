import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, sql } from "kysely";
import type { Database as OpenDatabase, Db, OnStatement, OpenOptions, Peers } from "../database.ts";
import { lockTimeout } from "../transactions.ts";
import type { Schema } from "../schema.ts";
import { cacheStatements } from "./cached-statements.ts";
import { DatabaseFile } from "./database-file.ts";
import { type OpenSqlite, openSqlite } from "./open-connection.ts";
import { databasePath } from "./sqlite-address.ts";
import { checkDatabase, createHealth } from "./sqlite-health.ts";
import { WaitingSqliteDialect } from "./waiting-driver.ts";

/** @param content a database file's; without it the database is empty */
export function inMemory(content?: Buffer): Db {
  const sqlite = new Database(content ?? ":memory:");
  return overSqlite({ sqlite, close: () => void sqlite.close() });
}

interface SqliteFile extends OpenDatabase {
  file: DatabaseFile;
}

export function openFile(
  url: string,
  { create = true, onStatement }: OpenOptions = {},
): SqliteFile {
  const path = databasePath(url);
  const opened = openSqlite(path, create);
  const file = new DatabaseFile(path);
  const db = overSqlite(opened, file, onStatement);
  return {
    db,
    file,
    health: createHealth(db, file),
    peers: noPeers,
    check: () => checkDatabase(db, file),
    sizes: async () => ({ database: sizeOf(path), log: sizeOf(`${path}-wal`) }),
    async keepHouse() {
      // The log must not be written into other content (RULES.md 14.3).
      if (file.look() !== null || file.seemsOverwritten()) return;
      await emptyLog(db);
      file.look();
    },
    close: () => closeDatabase(db, file),
  };
}

const noPeers: Peers = {
  publish() {},
  subscribe() {},
  onMissed() {},
  tryLock: (_name, work) => work(),
  withLock: (_name, work) => work(),
  start() {},
  async stop() {},
};

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const logSize = 4 * 1024 * 1024;

function overSqlite(
  { sqlite, close }: OpenSqlite,
  file?: DatabaseFile,
  onStatement?: OnStatement,
): Db {
  // better-sqlite3 opens WAL databases with NORMAL, which may lose the last writes on a power cut.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("secure_delete = ON");
  sqlite.pragma(`journal_size_limit = ${logSize}`);
  sqlite.pragma(`busy_timeout = ${lockTimeout}`);
  return new Kysely<Schema>({
    dialect: new WaitingSqliteDialect({
      database: cacheStatements(sqlite, close, file, onStatement),
    }),
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
}

/** Removes deleted data from the log as well. @throws Error while another process reads or writes */
export async function emptyLog(db: Db): Promise<void> {
  const { rows } = await sql<{ busy: 0 | 1 }>`pragma wal_checkpoint(TRUNCATE)`.execute(db);
  if (rows[0]?.busy) throw new Error("The write-ahead log was not emptied: the database is busy.");
}

/** If the file's content was replaced, neither it nor the log is touched (RULES.md 14.3). */
export async function closeDatabase(db: Db, file: DatabaseFile): Promise<void> {
  const release = file.holdLog();
  if (!release) await emptyLog(db).catch((error: Error) => console.error(error.message));
  await db.destroy();
  release?.();
}
