import type Database from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";
import { LRUCache } from "lru-cache";
import type { OnStatement } from "../database.ts";
import type { DatabaseFile } from "./database-file.ts";

export function cacheStatements(
  sqlite: Database.Database,
  close: () => void,
  file?: DatabaseFile,
  onStatement?: OnStatement,
): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: 200 });
  return {
    close,
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const prepared = sqlite.prepare(sql);
      const safe = file && !prepared.readonly ? onlyThere(prepared, file) : prepared;
      // A commit waits for the disk, though SQLite calls it read-only.
      const kind = prepared.readonly && prepared.reader ? "read" : "write";
      const statement = onStatement ? timed(safe, (time) => onStatement(kind, time)) : safe;
      statements.set(sql, statement);
      return statement;
    },
  };
}

function onlyThere(statement: SqliteStatement, file: DatabaseFile): SqliteStatement {
  const checked =
    <Result>(execute: (parameters: readonly unknown[]) => Result) =>
    (parameters: readonly unknown[]) => {
      file.assertThere();
      return execute(parameters);
    };
  return {
    reader: statement.reader,
    all: checked((parameters) => statement.all(parameters)),
    run: checked((parameters) => statement.run(parameters)),
    iterate: checked((parameters) => statement.iterate(parameters)),
  };
}

function timed(statement: SqliteStatement, onEnd: (time: number) => void): SqliteStatement {
  const measured =
    <Result>(execute: (parameters: readonly unknown[]) => Result) =>
    (parameters: readonly unknown[]) => {
      const began = performance.now();
      try {
        return execute(parameters);
      } finally {
        onEnd(performance.now() - began);
      }
    };
  return {
    reader: statement.reader,
    all: measured((parameters) => statement.all(parameters)),
    run: measured((parameters) => statement.run(parameters)),
    iterate: (parameters) => statement.iterate(parameters),
  };
}
