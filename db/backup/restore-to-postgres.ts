import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { copyAll } from "../copy/copy-database.ts";
import { fillPostgres } from "../copy/postgres-copy.ts";
import type { Source } from "../copy/copied-tables.ts";
import { ownTables } from "../copy/postgres-rows.ts";
import { readClosed } from "../copy/sqlite-copy.ts";
import type { Db } from "../database.ts";
import { describedAs } from "../errors.ts";
import { makeFolder } from "../files.ts";
import { otherSessions } from "../postgres/session-names.ts";
import { signInTables } from "../table-names.ts";
import { checkSchema } from "./check-schema.ts";
import { contentOf } from "./copied-files.ts";
import {
  failure,
  figuresOf,
  type Manifest,
  type Place,
  readUsable,
  type Restored,
} from "./manifest.ts";
import { asideName, databaseName, placeOf, stampOf } from "./names.ts";
import { exchange } from "./restore-plan.ts";
import {
  deleteStaged,
  hasFiles,
  partOf,
  refuseMountPoint,
  stageUploads,
  thereAlready,
} from "./staged-files.ts";

/** The database is one transaction, and pictures are moved after it: after a kill in between, run it again. */
export async function restoreToPostgres(
  backup: string,
  { databaseUrl, uploads: folder }: Place,
  replace: boolean,
  now: Date,
): Promise<Restored> {
  const from = resolve(backup);
  const uploads = await realpath(folder).catch(() => resolve(folder));
  try {
    const known = await readUsable(from);
    const { manifest } = known;
    // Without an uploads folder, pictures are in an object store, which is left alone.
    const part = manifest.files.length > 0 ? partOf(uploads, now) : null;
    if (part) await prepareUploads(part.target, replace);
    const file = await checkedFile(from, manifest);
    const old: string[] = [];
    try {
      if (part) await stageUploads(from, manifest, part.staged);
      await restoreRows(file, manifest, databaseUrl, async (tx) => {
        await requireAlone(tx, databaseUrl);
        if ((await ownTables(tx)).length === 0) return;
        const place = placeOf(databaseUrl);
        if (!replace)
          throw failure(
            `${place} has tables already: --replace puts them aside and takes the backup.`,
          );
        const aside = asideName(stampOf(now).replaceAll("-", "_").toLowerCase());
        await putAside(tx, aside);
        old.splice(0, 1, `the schema ${aside} of ${place}`);
      });
    } catch (error) {
      if (part) await deleteStaged(part.target);
      throw error;
    }
    if (part) await exchange(part, []);
    if (part && existsSync(part.old)) old.push(part.old);
    return { ...figuresOf(known), old, finished: false };
  } catch (error) {
    const told = describedAs(error, uploads);
    if (!told || told.code === "BACKUP") throw told ?? error;
    throw failure(`The restore failed; nothing was changed. ${told.message}`);
  }
}

async function prepareUploads(uploads: string, replace: boolean): Promise<void> {
  await makeFolder(dirname(uploads));
  if (!replace && (await hasFiles(uploads))) throw thereAlready(uploads);
  refuseMountPoint(uploads);
  await deleteStaged(uploads);
}

async function checkedFile(backup: string, manifest: Manifest): Promise<string> {
  const file = join(backup, databaseName);
  if ((await contentOf(file)).sha256 !== manifest.database.sha256)
    throw failure(`The backup ${backup} is damaged: ${databaseName} differs from its checksum.`);
  await checkSchema(file, manifest);
  return file;
}

/** A restore must not bring back what ended since the backup (RULES.md 14.11). */
const isOver = (table: string) => (signInTables as readonly string[]).includes(table);

const restoreRows = (
  file: string,
  { migrations }: Manifest,
  url: string,
  prepare: (tx: Db) => Promise<void>,
) =>
  readClosed(file, ({ rows, ...source }) => {
    const lasting: Source = {
      ...source,
      rows: (table) => (isOver(table.name) ? none() : rows(table)),
    };
    return fillPostgres(url, migrations, (target) => copyAll(lasting, target), prepare);
  });

async function* none() {}

/** A program that has just ended may still be connected for a moment. */
async function requireAlone(tx: Db, url: string): Promise<void> {
  for (let attempt = 1; (await otherSessions(tx)) > 0; attempt++) {
    if (attempt === 30)
      throw failure(`The database ${placeOf(url)} is in use: stop the site first.`);
    await pause(100);
    await sql`select pg_stat_clear_snapshot()`.execute(tx);
  }
}

/** Moving a table moves its indexes, triggers and sequences, but not its partitions. */
async function putAside(tx: Db, schema: string): Promise<void> {
  const { rows } = await sql<{ object: string }>`
    with own as (select 'table' as kind, oid, oid::regclass::text as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      union all select 'routine', oid, oid::regprocedure::text from pg_proc
        where pronamespace = current_schema()::regnamespace)
    select kind || ' ' || name as object from own
    where not exists (select 1 from pg_depend where objid = own.oid and deptype = 'e')`.execute(tx);
  await sql`create schema ${sql.id(schema)}`.execute(tx);
  for (const { object } of rows)
    await sql`alter ${sql.raw(object)} set schema ${sql.id(schema)}`.execute(tx);
}
