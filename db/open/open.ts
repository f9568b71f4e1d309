import { type Database, type Db, isPostgresUrl, type OpenOptions } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { inMemory, openFile } from "../sqlite/open-sqlite.ts";

/**
 * @param url `file:` and a path, `postgres://…`, or `:memory:`
 * @throws DatabaseError with one line for any other URL, or if a file cannot be opened; PostgreSQL connects at the first statement
 */
export function openDatabase(url: string, options: OpenOptions = {}): Database {
  if (isPostgresUrl(url)) return openPostgres(url, options);
  if (url.startsWith("file:")) return openFile(url, options);
  throw new DatabaseError(
    "DATABASE_URL must be file: and a path, e.g. file:./data/perfumes.db, or postgres://…",
    "DATABASE_URL",
  );
}

export function connect(url: string): Db {
  return url === ":memory:" ? inMemory() : openDatabase(url).db;
}
