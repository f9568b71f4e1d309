import { type ChildProcess, execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { accept, refuse } from "#app/domain/desk/queue/decide.ts";
import { suggestPerfume } from "./suggestions.ts";
import type { Db } from "#db/database.ts";
import { copyDatabase } from "#db/copy/copy-database.ts";
import { isPostgres } from "#db/dialect.ts";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { ownTables } from "#db/copy/postgres-rows.ts";
import { addSample } from "#app/domain/desk/sample/sample-community.ts";
import { seed } from "#app/commands/load-starter.ts";
import { askPostgres, startPostgres, type TestPostgres } from "./postgres.ts";
import { addOwner } from "./accounts.ts";

/** A PostgreSQL for one test file, whose databases belong to a user who is not a superuser. */
export interface Databases extends TestPostgres {
  /** @returns the address of a new database without tables */
  empty(): Promise<string>;
  /** @returns the address of a new database with everything of another one, to which nobody is connected */
  copyOf(url: string): Promise<string>;
}

export function startDatabases(more?: Record<string, string>): Databases {
  const server = startPostgres(more);
  const ask = (text: string) => askPostgres(server.urlOf("postgres"), text);
  const role = ask("create role site login");
  let made = 0;
  async function create(options: string) {
    const name = `copy_${++made}`;
    await role;
    await ask(`create database ${name} owner site ${options}`);
    return server.urlOf(name).replace("sosia@", "site@");
  }
  return {
    ...server,
    empty: () => create(""),
    async copyOf(url) {
      await nobodyOn(url);
      return create(`template ${/\/(copy_\d+)\?/u.exec(url)![1]} strategy file_copy`);
    },
  };
}

/** @returns the address of a file that does not exist yet */
export const newFile = () =>
  `file:${join(mkdtempSync(join(tmpdir(), "sosia-copy-")), "perfumes.db")}`;

export async function withDatabaseAt<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url);
  return work(db).finally(() => db.destroy());
}

/** Creates a site's data: starter catalogue, sample community, shelves, desk decisions, views, and an id that was used and deleted. */
export async function fillCommunity(url: string, views = 2000): Promise<void> {
  const now = new Date();
  await withDatabaseAt(url, async (db) => {
    await migrate(db);
    await db.transaction().execute(async (tx) => {
      await seed(tx);
      await addSample(tx);
      for (const nombre of ["Uno", "Dos", "Tres"])
        await suggestPerfume(
          tx,
          { marca: "Casa Ñandú", nombre, userId: null, language: "es" },
          now,
        );
      const operator = await addOwner(tx);
      await accept(tx, { kind: "perfume", id: 1, version: null }, {}, operator, now);
      await refuse(tx, { kind: "perfume", id: 2, version: null }, "Not a perfume", operator, now);
      await sql`insert into shelf (user_id, perfume_id, list, since)
        select id, 7, 'want', created_at from usuarios`.execute(tx);
      await sql`insert into perfume_searches (perfume_id, created_at)
        with recursive n(at) as (select 1 union all select at + 1 from n where at < ${views})
        select 1 + at % 200, '2026-01-01T00:00:00.000Z' from n`.execute(tx);
      // The highest bottle id was used, and the bottle deleted.
      await tx.insertInto("perfumes").values(bottle).execute();
      await tx.deleteFrom("perfumes").where("nombre", "=", bottle.nombre).execute();
    });
  });
}

const bottle = {
  marca: "Casa Ñandú",
  nombre: "Gone",
  marca_clave: "casa nandu",
  nombre_clave: "gone",
  marca_slug: "casa-nandu",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};

/** Every row of every table as sorted texts, by table. */
export async function everyRow(url: string): Promise<Record<string, string[]>> {
  return withDatabaseAt(url, async (db) => {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    // Rows of partitions belong to the parent table.
    const own = isPostgres(db) ? new Set(await ownTables(db)) : null;
    const rows: Record<string, string[]> = {};
    for (const { name, columns, isView } of tables) {
      if (isView || own?.has(name) === false) continue;
      const names = columns.map((column) => column.name).sort();
      const found = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
        db,
      );
      rows[name] = found.rows.map((row) => JSON.stringify(names.map((one) => row[one]))).sort();
    }
    return rows;
  });
}

/** Copies in this process. @returns the one-line error, or null on success */
export const whyNotCopied = (from: string, to: string): Promise<string | null> =>
  copyDatabase(from, to).then(
    () => null,
    (error: Error) => error.message,
  );

/** Runs `npm run db:copy` like an operator. @param onStart called with the process */
export function copy(
  from: string,
  to: string,
  onStart: (process: ChildProcess) => void = () => {},
): Promise<{ code: number | null; signal: string | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const command = execFile(
      process.execPath,
      ["app/commands/db-copy.ts", from, to],
      (_, out, err) => resolve({ code: command.exitCode, signal: command.signalCode, out, err }),
    );
    onStart(command);
  });
}

/** Waits until a database has no connections, because PostgreSQL notices a killed client only on its next read or write. */
export async function nobodyOn(url: string): Promise<void> {
  if (url.startsWith("file:")) return;
  const others =
    "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'";
  const count = async () => (await askPostgres(url, others)).rows.length;
  await expect.poll(count).toBe(0);
}
