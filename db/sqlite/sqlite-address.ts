import { DatabaseError } from "../database-error.ts";

/** A host, parameters, ":memory:" or a Windows path would be a new, empty database of that name. */
const notPath = /^:|^\/\/[^/]|[?\\]/u;

export function databasePath(url: string): string {
  // SQLite opens a temporary database for an empty path.
  const path = url.startsWith("file:") && url.slice("file:".length);
  if (!path || notPath.test(path))
    throw new DatabaseError(
      "DATABASE_URL must be file: and a path alone, e.g. file:./data/perfumes.db",
      "DATABASE_URL",
    );
  return path;
}

export const besides = ["-wal", "-shm", "-journal"];

/** An empty lock file: shared by processes that have the database open, exclusive for a restore (RULES.md 14.11). */
export const lockOf = (path: string) => `${path}.lock`;

/** Exists beside the database while a restore replaces its data (RULES.md 14.11). */
export const restorePlanOf = (path: string) => `${path}.restore.json`;
