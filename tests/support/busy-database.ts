import BetterSqlite from "better-sqlite3";
import { sql } from "kysely";
import { Client } from "pg";
import { isPostgresUrl } from "#db/database.ts";
import type { Site } from "../../app/site/site.ts";
import { askPostgres } from "./postgres.ts";

type Served = Pick<Site, "db"> & { config: { databaseUrl: string } };

/** Starts a write in another process, so that the site's writes wait. @returns a function that ends it */
export async function lockDatabase({ db, config }: Served): Promise<() => Promise<void>> {
  const { databaseUrl } = config;
  if (!isPostgresUrl(databaseUrl)) {
    const other = new BetterSqlite(databaseUrl.slice("file:".length));
    other.exec("begin immediate");
    return async () => void other.close();
  }
  const tables = (await db.introspection.getTables()).filter(({ schema }) => schema === "public");
  const other = new Client({ connectionString: databaseUrl });
  await other.connect();
  const names = tables.map(({ name }) => `"${name}"`).join(", ");
  await other.query(`begin; lock table ${names} in exclusive mode`);
  return () => other.end();
}

/** Makes the database read-only. @returns a function that undoes it */
export async function makeReadOnly({ db, config }: Served): Promise<() => Promise<void>> {
  const { databaseUrl } = config;
  if (!isPostgresUrl(databaseUrl)) {
    await sql`pragma query_only = 1`.execute(db);
    return async () => void (await sql`pragma query_only = 0`.execute(db));
  }
  // Read-only becomes the default of new connections; this one overrides it.
  const own = new URL(databaseUrl);
  own.searchParams.set("options", "-c default_transaction_read_only=off");
  const become = (value: string) =>
    askPostgres(
      own.href,
      `do $$ begin
        execute format('alter database %I set default_transaction_read_only = ${value}', current_database());
        perform pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid();
      end $$`,
    );
  await become("on");
  return async () => {
    await become("off");
    // Each of the site's connections finds that it was closed, by a query that is retried on another.
    await Promise.all(Array.from({ length: 10 }, () => sql`select 1`.execute(db)));
  };
}
