import { createInterface } from "node:readline";
import { sql } from "kysely";
import type { Db } from "../database.ts";
import { hasTable } from "../dialect.ts";
import { ownTables } from "../copy/postgres-rows.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { failure } from "./manifest.ts";
import { asideName } from "./names.ts";
import { programOf, start } from "./postgres-programs.ts";

interface Dumped {
  migrations: string[];
  tables: Record<string, number>;
}

/** Dumps one snapshot and verifies the dump's row counts. @throws DatabaseError with one line */
export async function dumpPostgres(url: string, to: string): Promise<Dumped> {
  for (const name of ["pg_dump", "pg_restore"] as const) programOf(name);
  const { db, close } = openPostgres(url, { connections: 1 });
  try {
    return await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (tx) => {
        const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(
          tx,
        );
        const dumped = await contentOf(tx);
        await dump(url, rows[0]!.name, to);
        await checkDump(url, to, dumped.tables);
        return dumped;
      });
  } finally {
    await close();
  }
}

async function contentOf(tx: Db): Promise<Dumped> {
  if (!(await hasTable(tx, "kysely_migration")))
    throw failure("The database is not one of this site: it has no schema.");
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(tx);
  const tables: Record<string, number> = {};
  for (const name of await ownTables(tx)) {
    const counted = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(name)}`.execute(tx);
    tables[name] = counted.rows[0]!.rows;
  }
  return { migrations: rows.map(({ name }) => name).sort(), tables };
}

async function dump(url: string, snapshot: string, to: string): Promise<void> {
  const words = [
    "--format=custom",
    "--no-owner",
    "--no-privileges",
    // Counts the rows of partitions as those of their table.
    "--load-via-partition-root",
    `--exclude-schema=${asideName("*")}`,
    `--snapshot=${snapshot}`,
    `--file=${to}`,
  ];
  await start("pg_dump", words, url, ["ignore", "ignore"]).ended;
}

const tableBegins = /^COPY (?:\S+\.)?"?(?<table>\w+)"? \(.*\) FROM stdin;$/u;

/** In a plain-text dump each row is a line. */
async function checkDump(url: string, path: string, tables: Record<string, number>): Promise<void> {
  const reading = start("pg_restore", ["--data-only", "--file=-", path], url, ["ignore", "pipe"]);
  const found: Record<string, number> = {};
  let table: string | null = null;
  for await (const line of createInterface({ input: reading.process.stdout! })) {
    if (table === null) {
      table = tableBegins.exec(line)?.groups!.table ?? null;
      if (table !== null) found[table] ??= 0;
    } else if (line === "\\.") table = null;
    else found[table]!++;
  }
  await reading.ended;
  const wrong = Object.keys(tables).find((name) => tables[name] !== found[name]);
  if (wrong !== undefined)
    throw failure(
      `The dump is incomplete: it has ${found[wrong] ?? "no"} rows of ${wrong} instead of ${tables[wrong]}.`,
    );
}
