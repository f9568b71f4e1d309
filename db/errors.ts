import { DatabaseError, type ErrorKind } from "./database-error.ts";
import { kindOfPostgres } from "./postgres-errors.ts";
import { kindOfSqlite, meaningOfSqlite } from "./sqlite-errors.ts";

/** Of the file system (errno(3)). */
const ofFiles = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "EFBIG", "EMFILE", "ENFILE"]);

/** @returns what an error of a database or a file means; null for any other */
export function kindOf(error: unknown): ErrorKind | null {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== "string") return null;
  return ofFiles.has(code) ? "unavailable" : (kindOfSqlite(code) ?? kindOfPostgres(code));
}

/** Whether nothing can be written or read just now through no fault of the request's: the same request may succeed later (RULES.md 4.4). */
export function isUnavailable(error: unknown): boolean {
  return isLocked(error) || kindOf(error) === "unavailable";
}

/** Whether another connection or process holds the lock that a statement needs, or changed what it read. */
export function isLocked(error: unknown): boolean {
  return kindOf(error) === "locked";
}

/** Whether a row broke a constraint: another one has what is unique, what it refers to is gone, or a check failed. */
export function isConstraint(error: unknown): boolean {
  return brokenConstraint(error) !== null || kindOf(error) === "constraint";
}

/** @returns which constraint a row broke, or null for any other error */
export function brokenConstraint(error: unknown): "unique" | "foreign-key" | null {
  const kind = error instanceof Error ? kindOf(error) : null;
  return kind === "unique" || kind === "foreign-key" ? kind : null;
}

/** @returns an error of a database or the operating system as one that says in one line what is wrong; null for any other. @param path of SQLite's file */
export function describedAs(error: unknown, path: string): DatabaseError | null {
  if (error instanceof DatabaseError) return error;
  if (!(error instanceof Error) || !("code" in error)) return null;
  const code = String(error.code);
  if (/^E[A-Z]+$/u.test(code)) return new DatabaseError(error.message, code);
  const meaning = meaningOfSqlite(code, path);
  return meaning ? new DatabaseError(meaning, code) : null;
}
