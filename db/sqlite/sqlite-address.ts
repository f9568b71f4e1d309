import { DatabaseError } from "../database-error.ts";

export function databasePath(url: string): string {
  // SQLite opens a temporary database for an empty path.
  const path = url.startsWith("file:") && url.slice("file:".length);
  if (!path)
    throw new DatabaseError(
      "DATABASE_URL must be file: and a path, e.g. file:./data/perfumes.db",
      "DATABASE_URL",
    );
  return path;
}

export const besides = ["-wal", "-shm", "-journal"];

/** An empty file, which whoever has the database open locks together with others, and a restore alone (RULES.md 14.11). */
export const lockOf = (path: string) => `${path}.lock`;

/** Stands beside the database while a restore puts the new data in the place of the old (RULES.md 14.11). */
export const restorePlanOf = (path: string) => `${path}.restore.json`;
