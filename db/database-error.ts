import { statSync } from "node:fs";

/**
 * Has one line for people. Its code is SQLite's or the operating system's, or `DATABASE_URL` or `SCHEMA`, which name what
 * is wrong.
 */
export class DatabaseError extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** What SQLite's codes mean, without what follows their second underscore (https://sqlite.org/rescode.html). */
const meanings: Record<string, string> = {
  SQLITE_BUSY: "is locked by another process; try again when that has ended",
  SQLITE_CANTOPEN: "cannot be opened: it is not there, or may not be read",
  SQLITE_CORRUPT: "is damaged",
  SQLITE_FULL: "cannot grow: the disk is full",
  SQLITE_IOERR: "cannot be read or written: the disk failed",
  SQLITE_NOTADB: "is damaged, or no SQLite database",
  SQLITE_READONLY: "cannot be written: it is read-only",
};

/** @returns an error of SQLite or the operating system as one that says in one line what is wrong with the file; null for any other */
export function describedAs(error: unknown, path: string): DatabaseError | null {
  if (error instanceof DatabaseError) return error;
  if (!(error instanceof Error) || !("code" in error)) return null;
  const code = String(error.code);
  const [primary] = /^SQLITE_[A-Z]+/u.exec(code) ?? [];
  if (!primary) return /^E[A-Z]+$/u.test(code) ? new DatabaseError(error.message, code) : null;
  const meaning =
    primary === "SQLITE_CANTOPEN" && isFolder(path) ? "is a folder, not a file" : meanings[primary];
  return meaning ? new DatabaseError(`The database ${path} ${meaning} (${code}).`, code) : null;
}

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
