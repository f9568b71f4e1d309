import { statSync } from "node:fs";
import type { ErrorKind } from "./database-error.ts";

const kinds: [pattern: RegExp, kind: ErrorKind][] = [
  [/^SQLITE_(BUSY|LOCKED)/u, "locked"],
  [/^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|NOLFS)/u, "unavailable"],
  [/^SQLITE_CONSTRAINT_UNIQUE$/u, "unique"],
  [/^SQLITE_CONSTRAINT_FOREIGNKEY$/u, "foreign-key"],
  [/^SQLITE_CONSTRAINT/u, "constraint"],
];

export function kindOfSqlite(code: string): ErrorKind | null {
  return kinds.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

const meanings: Record<string, string> = {
  SQLITE_BUSY: "is locked by another process; try again when it has finished",
  SQLITE_CANTOPEN: "cannot be opened: it is not there, or may not be read",
  SQLITE_CORRUPT: "is damaged",
  SQLITE_FULL: "cannot grow: the disk is full",
  SQLITE_IOERR: "cannot be read or written: the disk failed",
  SQLITE_NOTADB: "is damaged, or no SQLite database",
  SQLITE_READONLY: "cannot be written: it is read-only",
};

export function meaningOfSqlite(code: string, path: string): string | null {
  const [primary] = /^SQLITE_[A-Z]+/u.exec(code) ?? [];
  if (!primary) return null;
  const meaning =
    primary === "SQLITE_CANTOPEN" && isFolder(path) ? "is a folder, not a file" : meanings[primary];
  return meaning ? `The database ${path} ${meaning} (${code}).` : null;
}

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
