import { closeSync, existsSync, openSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { DatabaseError } from "../database-error.ts";
import { describedAs, isLocked } from "../errors.ts";
import { requireFolderOf } from "../files.ts";
import { isSame } from "./database-file.ts";
import { type FileLock, shareLock } from "./file-lock.ts";
import { lockOf, restorePlanOf } from "./sqlite-address.ts";

const openTimeout = 5000;

export interface OpenSqlite {
  sqlite: Database.Database;
  close(): void;
}

export function openSqlite(path: string, create: boolean): OpenSqlite {
  if (existsSync(restorePlanOf(path)))
    throw new DatabaseError(
      `A restore of the database ${path} was not finished: run the same \`npm run restore\` again.`,
      "RESTORE",
    );
  if (!create && !existsSync(path))
    throw new DatabaseError(`There is no database ${path}.`, "SQLITE_CANTOPEN");
  let sqlite: Database.Database | undefined;
  try {
    requireFolderOf(path);
    const before = statSync(path, { bigint: true, throwIfNoEntry: false });
    // It contains accounts, and SQLite would create it readable by everybody on the machine.
    if (!before && create) closeSync(openSync(path, "a", 0o600));
    sqlite = new Database(path);
    useWriteAheadLog(sqlite);
    const opened = closedTogether(sqlite, shareLockOf(path));
    // No restore can start any more, but one may have finished since.
    if (!before || isSame(before, statSync(path, { bigint: true }))) return opened;
    opened.close();
    throw new DatabaseError(`The database ${path} was replaced while it was opened.`, "RESTORE");
  } catch (error) {
    sqlite?.close();
    throw describedAs(error, path) ?? error;
  }
}

function shareLockOf(path: string): FileLock {
  const lock = shareLock(lockOf(path));
  if (!lock)
    throw new DatabaseError(
      `The database ${path} is being restored; try again afterwards.`,
      "RESTORE",
    );
  return lock;
}

function closedTogether(sqlite: Database.Database, lock: FileLock): OpenSqlite {
  return {
    sqlite,
    close() {
      sqlite.close();
      lock.release();
    },
  };
}

/** When two processes open a new file at once, one gets "locked" from SQLite without waiting. */
function useWriteAheadLog(sqlite: Database.Database): void {
  const end = performance.now() + openTimeout;
  for (;;)
    try {
      sqlite.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
}
