import { DatabaseError, type ErrorKind } from "./database-error.ts";
import { kindOfPostgres } from "./postgres-errors.ts";
import { kindOfSqlite, meaningOfSqlite } from "./sqlite-errors.ts";

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
