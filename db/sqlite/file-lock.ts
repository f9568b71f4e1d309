import Database from "better-sqlite3";
import { isLocked } from "../errors.ts";

export interface FileLock {
  release(): void;
}

/** ms that a shared lock is waited for: who tries for the exclusive one keeps others out for a moment */
const sharedTimeout = 1000;

/**
 * Holds a lock that others may share, on an empty file, which is made. It is the operating system's, through SQLite, and ends
 * with the process however that ends.
 * @returns null while another process holds it exclusively @throws an error of SQLite when the file cannot be opened
 */
export function shareLock(path: string): FileLock | null {
  return lock(path, sharedTimeout, (sqlite) => {
    sqlite.exec("begin");
    // Only reading takes the lock.
    sqlite.prepare("select count(*) from sqlite_schema").get();
  });
}

/** As shareLock, but a lock that nobody else may hold. @returns null while anybody else does */
export function takeLock(path: string): FileLock | null {
  return lock(path, 0, (sqlite) => {
    // Else it would write a file beside, also where the disk is full.
    sqlite.pragma("journal_mode = MEMORY");
    sqlite.exec("begin exclusive");
  });
}

function lock(
  path: string,
  timeout: number,
  take: (sqlite: Database.Database) => void,
): FileLock | null {
  const sqlite = new Database(path, { timeout });
  try {
    take(sqlite);
    return { release: () => void sqlite.close() };
  } catch (error) {
    sqlite.close();
    if (isLocked(error)) return null;
    throw error;
  }
}
