import { constants } from "node:fs";
import { readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DatabaseError } from "../database-error.ts";
import {
  databaseName,
  inUploads,
  isBackupName,
  isPartialName,
  manifestName,
  partialOf,
} from "./names.ts";
import { isTooOld, upgradeCommit } from "../before-baseline.ts";
import { knownMigrations, lacksSome, unknownMigration } from "../migrate.ts";

const path = z
  .string()
  .refine((path) => !path.split(/[/\\]/u).some((name) => ["", ".", ".."].includes(name)));

const content = { bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/u) };

const schema = z.object({
  format: z.literal("sosia-backup-1"),
  made: z.iso.datetime(),
  /** "postgres": a dump, as older versions made them */
  engine: z.enum(["sqlite", "postgres"]).optional(),
  /** the path of the database that was backed up, or its address without name and password */
  source: z.string(),
  migrations: z.array(z.string()),
  /** rows by table */
  tables: z.record(z.string(), z.int().min(0)),
  database: z.object(content),
  files: z.array(z.object({ path, ...content })),
});

export type Manifest = z.infer<typeof schema>;

export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    const flag = constants.O_RDONLY | constants.O_NOFOLLOW;
    const text = await readFile(join(folder, manifestName), { encoding: "utf8", flag });
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || ["ENOENT", "ENOTDIR", "ELOOP"].includes(code!)) return null;
    throw error;
  }
}

function filesOf({ engine, database, files }: Manifest) {
  return [
    { path: engine === "postgres" ? "perfumes.dump" : databaseName, ...database },
    ...files.map(({ path, ...content }) => ({ path: inUploads(path), ...content })),
  ];
}

export async function missingOf(folder: string, manifest: Manifest): Promise<string | null> {
  const real = await realpath(folder);
  for (const { path, bytes } of filesOf(manifest)) {
    const file = join(real, path);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return `${path} is missing`;
    if ((await realpath(file)) !== file) return `${path} is behind a link`;
    if (found.size !== bytes) return `${path} has ${found.size} bytes instead of ${bytes}`;
  }
  return null;
}

export const rowsOf = ({ tables }: Pick<Manifest, "tables">) =>
  Object.values(tables).reduce((sum, rows) => sum + rows, 0);

export const failure = (message: string) => new DatabaseError(message, "BACKUP");

export async function wholeBackups(folder: string, source: string): Promise<string[]> {
  const whole: string[] = [];
  for (const name of (await readdir(folder)).filter(isBackupName).sort()) {
    const manifest = await readManifest(join(folder, name));
    if (manifest?.source !== source) continue;
    if ((await missingOf(join(folder, name), manifest)) === null) whole.push(name);
  }
  return whole;
}

/** Renames each before deleting it, so that every named backup is complete. @param made the newest, kept whatever the clock says */
export async function deleteOldest(
  folder: string,
  source: string,
  made: string,
  keep: number,
): Promise<number> {
  const others = (await wholeBackups(folder, source)).filter((name) => name !== made);
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of old) {
    await rename(join(folder, name), join(folder, partialOf(name)));
    await rm(join(folder, partialOf(name)), { recursive: true });
  }
  return old.length;
}

export async function deletePartial(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isPartialName))
    await rm(join(folder, name), { recursive: true, force: true });
}

export interface Place {
  /** `file:` and a path, or `postgres://…`, bypassing a pooler */
  databaseUrl: string;
  uploads: string;
}

export interface Restored {
  rows: number | null;
  files: number | null;
  old: string[];
  older: boolean;
  finished: boolean;
}

interface UsableBackup {
  manifest: Manifest;
  older: boolean;
}

/** The last that reads PostgreSQL's own dumps. */
const readerOfDumps = "64cb0a51";

export async function readUsable(backup: string): Promise<UsableBackup> {
  const manifest = await readManifest(backup);
  if (!manifest) {
    const names = await readdir(backup).catch(() => null);
    if (names === null) throw failure(`There is no folder ${backup}.`);
    const newest = names.filter(isBackupName).toSorted().at(-1);
    throw failure(
      newest
        ? `${backup} is a folder of backups: restore one of them, e.g. ${join(backup, newest)}.`
        : `${backup} is not a backup that this version can read.`,
    );
  }
  if (manifest.engine === "postgres")
    throw failure(
      `The backup ${backup} is a dump of PostgreSQL, which only older versions of the site read: restore it with commit ${readerOfDumps}.`,
    );
  const known = await knownMigrations();
  if (isTooOld(manifest.migrations))
    throw failure(
      `The backup ${backup} is too old for this version of the site: restore and migrate it with commit ${upgradeCommit} first.`,
    );
  if (unknownMigration(manifest.migrations, known))
    throw failure(
      `The backup ${backup} is from a newer version of the site, which changed the schema: restore it with that version.`,
    );
  const missing = await missingOf(backup, manifest);
  if (missing) throw failure(`The backup ${backup} is incomplete: ${missing}.`);
  return { manifest, older: lacksSome(manifest.migrations, known) };
}

export const figuresOf = (known: UsableBackup | null) => ({
  rows: known && rowsOf(known.manifest),
  files: known && known.manifest.files.length,
  older: known?.older ?? false,
});
