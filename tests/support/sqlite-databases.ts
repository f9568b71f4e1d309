import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Db } from "#db/database.ts";
import { migrate } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";
import { inMemory } from "#db/sqlite/open-sqlite.ts";

/** Set in Vitest: a migrated file, because copying one is much faster than migrating. */
const template = process.env.TEST_SQLITE;

// Rows without ORDER BY come in reverse, so that no test relies on an order that PostgreSQL does not keep.
const { pragma } = Sqlite.prototype;
Sqlite.prototype.pragma = function (this: Sqlite.Database, ...asked) {
  if (asked[0] === "foreign_keys = ON") pragma.call(this, "reverse_unordered_selects = ON");
  return pragma.apply(this, asked);
};

/** @returns the address of an empty, migrated database in a file */
export async function freshSqlite(folder = mkdtempSync(join(tmpdir(), "sosia-"))): Promise<string> {
  const path = join(folder, "perfumes.db");
  if (template) writeFileSync(path, readFileSync(template), { mode: 0o600 });
  else await migrated(connect(`file:${path}`)).then((db) => db.destroy());
  return `file:${path}`;
}

/** @returns an empty, migrated database in memory */
export async function freshInMemory(): Promise<Db> {
  return template ? inMemory(readFileSync(template)) : migrated(inMemory());
}

async function migrated(db: Db): Promise<Db> {
  await migrate(db);
  return db;
}
