import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { migrate } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";

/** Before the tests on SQLite: migrates the file whose copies are their databases. @returns a function that deletes it */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "sosia-template-"));
  const path = join(folder, "migrated.db");
  const db = connect(":memory:");
  await migrate(db);
  // Unlike a file of the site's, it does not ask for a write-ahead log, which no database in memory can have.
  await sql`vacuum into ${path}`.execute(db);
  await db.destroy();
  process.env.TEST_SQLITE = path;
  return () => rmSync(folder, { recursive: true });
}
