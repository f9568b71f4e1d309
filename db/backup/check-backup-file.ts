import Database from "better-sqlite3";
import { failure } from "./manifest.ts";

/** `integrity_check` would take 8 times as long and find nothing more that copying can break. @throws DatabaseError */
export function checkBackupFile(path: string): {
  migrations: string[];
  tables: Record<string, number>;
} {
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
