import Database from "better-sqlite3";
import { failure } from "./manifest.ts";

/**
 * Opens the copy of a database, checks its pages, and makes it one file that needs no other beside it. `integrity_check`, which
 * also compares indexes with their tables, would take 8 times as long and find nothing that copying can break.
 * @param path of a file that nobody else has open
 * @returns the migrations that were applied to it, in order, and rows by table
 * @throws DatabaseError when it is damaged, or no database of a site
 */
export function checkCopy(path: string): { migrations: string[]; tables: Record<string, number> } {
  const sqlite = new Database(path, { fileMustExist: true, timeout: 0 });
  try {
    sqlite.pragma("journal_mode = DELETE");
    const found = sqlite.pragma("quick_check(1)", { simple: true });
    if (found !== "ok") throw failure(`The copy of the database, ${path}, is damaged: ${found}.`);
    const tables = namesOf(sqlite, "select name from sqlite_schema where type = 'table'");
    if (!tables.includes("kysely_migration"))
      throw failure(
        `The copy of the database, ${path}, is not one of this site: it has no schema.`,
      );
    return {
      migrations: namesOf(sqlite, "select name from kysely_migration order by name"),
      tables: Object.fromEntries(tables.sort().map((table) => [table, countOf(sqlite, table)])),
    };
  } finally {
    sqlite.close();
  }
}

const namesOf = (sqlite: Database.Database, query: string) =>
  sqlite.prepare(query).pluck().all() as string[];

const countOf = (sqlite: Database.Database, table: string) =>
  sqlite
    .prepare(`select count(*) from "${table.replaceAll('"', '""')}"`)
    .pluck()
    .get() as number;
