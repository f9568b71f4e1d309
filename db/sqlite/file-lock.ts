import Database from "better-sqlite3";
import { isLocked } from "../errors.ts";

export interface FileLock {
  release(): void;
}

const sharedTimeout = 1000;

/** An operating-system lock, held through SQLite: it ends with the process. @returns null while another process holds it exclusively */
export function shareLock(path: string): FileLock | null {
  return lock(path, sharedTimeout, (sqlite) => {
    sqlite.exec("begin");
    sqlite.prepare("select count(*) from sqlite_schema").get();
  });
}

export function takeLock(path: string): FileLock | null {
  return lock(path, 0, (sqlite) => {
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
