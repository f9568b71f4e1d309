import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { databaseBefore } from "../../tests/support/old-database.ts";

const file = new URL("../../tests/support/sqlite-schema.sql", import.meta.url);

test("migrations of before PostgreSQL make the same schema of SQLite as ever, byte for byte", async () => {
  const db = await databaseBefore("2026-12-05");
  const { rows } = await sql<{ sql: string | null }>`
    select sql from sqlite_schema order by rowid`.execute(db);
  const made = rows.flatMap((row) => (row.sql === null ? [] : [`${row.sql};\n`])).join("\n");
  expect(made).toBe(readFileSync(file, "utf8"));
});
