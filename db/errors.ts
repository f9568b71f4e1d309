import { DatabaseError, type ErrorKind } from "./database-error.ts";
import { kindOfPostgres } from "./postgres-errors.ts";
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";

const ofFiles = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "EFBIG", "EMFILE", "ENFILE"]);

export function kindOf(error: unknown): ErrorKind | null {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== "string") return null;
  return ofFiles.has(code) ? "unavailable" : (kindOfSqlite(code) ?? kindOfPostgres(code));
}

/** Whether the database or disk is unavailable through no fault of the request, so that a retry may succeed later (RULES.md 12.7). */
export function isUnavailable(error: unknown): boolean {
  return isLocked(error) || kindOf(error) === "unavailable";
}

export function isLocked(error: unknown): boolean {
  return kindOf(error) === "locked";
}

const crowded = /^(?:PG_POOL|53300|57014)$/u;

/** Whether it is the disk or the server that fails, not that too many people write at once. */
export function isBroken(error: unknown): boolean {
  return kindOf(error) === "unavailable" && !crowded.test(String((error as { code: string }).code));
}

export function isConstraint(error: unknown): boolean {
  return brokenConstraint(error) !== null || kindOf(error) === "constraint";
}

export function brokenConstraint(error: unknown): "unique" | "foreign-key" | null {
  const kind = error instanceof Error ? kindOf(error) : null;
  return kind === "unique" || kind === "foreign-key" ? kind : null;
}

/** @returns one line that says what is wrong; null for errors of neither a database nor the operating system */
export function describedAs(error: unknown, path: string): DatabaseError | null {
  if (error instanceof DatabaseError) return error;
  if (!(error instanceof Error) || !("code" in error)) return null;
  const code = String(error.code);
  if (/^E[A-Z]+$/u.test(code)) return new DatabaseError(error.message, code);
  const meaning = meaningOfSqlite(code, path);
  return meaning ? new DatabaseError(meaning, code) : null;
}

const kinds: [pattern: RegExp, kind: ErrorKind][] = [
  [/^SQLITE_(BUSY|LOCKED)/u, "locked"],
  [/^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|NOLFS)/u, "unavailable"],
  [/^SQLITE_CONSTRAINT_UNIQUE$/u, "unique"],
  [/^SQLITE_CONSTRAINT_FOREIGNKEY$/u, "foreign-key"],
  [/^SQLITE_CONSTRAINT/u, "constraint"],
];

function kindOfSqlite(code: string): ErrorKind | null {
  return kinds.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

const meanings: Record<string, string> = {
  SQLITE_BUSY: "is locked by another process; try again when it has finished",
  SQLITE_CANTOPEN: "cannot be opened",
  SQLITE_CORRUPT: "is damaged",
  SQLITE_FULL: "cannot grow: the disk is full",
  SQLITE_IOERR_SHMSIZE: "cannot grow: the disk is full",
  SQLITE_IOERR: "cannot be read or written: the disk failed",
  SQLITE_NOTADB: "is damaged, or no SQLite database",
  SQLITE_READONLY: "cannot be written",
};

function meaningOfSqlite(code: string, path: string): string | null {
  const [primary] = /^SQLITE_[A-Z]+/u.exec(code) ?? [];
  if (!primary) return null;
  if (primary === "SQLITE_CANTOPEN" && isFolder(path))
    return `The database ${path} is a folder, not a file (${code}).`;
  const meaning = meanings[code] ?? meanings[primary];
  const cause = /CANTOPEN|READONLY/u.test(primary) ? causeOf(path) : "";
  return meaning ? `The database ${path} ${meaning}${cause} (${code}).` : null;
}

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const causes: Record<string, string> = {
  ENOENT: "is not there",
  EACCES: "may not be read and written by this user",
  EPERM: "may not be read and written by this user",
  EROFS: "is on a disk that is read-only",
};

/** SQLite also writes files beside the database. */
function causeOf(path: string): string {
  const { R_OK, W_OK } = constants;
  for (const [what, name] of [
    [path, "it"],
    [dirname(path), "its folder"],
  ] as const)
    try {
      accessSync(what, R_OK | W_OK);
    } catch (error) {
      const cause = causes[String((error as NodeJS.ErrnoException).code)];
      if (cause) return `: ${name} ${cause}`;
    }
  return "";
}
