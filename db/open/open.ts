import { type Database, type Db, isPostgresUrl, type OnStatement } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { inMemory, openFile } from "../sqlite/open-sqlite.ts";

interface Options {
  create?: boolean;
  bounded?: boolean;
  /** PostgreSQL connections of this process */
  connections?: number;
  /** Direct address for LISTEN and migrations, bypassing a pooler; omit it if there is no pooler. */
  directUrl?: string | null;
  onStatement?: OnStatement | undefined;
}

/**
 * @param url `file:` and a path, `postgres://…`, or `:memory:`
 * @throws DatabaseError with one line for any other URL, or if a file cannot be opened; PostgreSQL connects at the first statement
 */
export function openDatabase(url: string, options: Options = {}): Database {
  if (isPostgresUrl(url)) return openPostgres(url, options);
  if (url.startsWith("file:")) return openFile(url, { create: true, ...options });
  throw new DatabaseError(
    "DATABASE_URL must be file: and a path, e.g. file:./data/perfumes.db, or postgres://…",
    "DATABASE_URL",
  );
}

export function connect(url: string): Db {
  return url === ":memory:" ? inMemory() : openDatabase(url).db;
}
