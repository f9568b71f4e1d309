import { isTooOld, upgradeCommit } from "../before-baseline.ts";
import { knownMigrations, lacksSome, unknownMigration } from "../migrate.ts";
import { failure, type Manifest, missingOf, readManifest, rowsOf } from "./manifest.ts";

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

export interface UsableBackup {
  manifest: Manifest;
  older: boolean;
}

/** The last that reads PostgreSQL's own dumps. */
const readerOfDumps = "64cb0a51";

export async function readUsable(backup: string): Promise<UsableBackup> {
  const manifest = await readManifest(backup);
  if (!manifest) throw failure(`${backup} is not a backup that this version can read.`);
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
