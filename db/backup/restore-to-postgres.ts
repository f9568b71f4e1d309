import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { describedAs } from "../errors.ts";
import { makeFolder } from "../files.ts";
import { contentOf } from "./copied-files.ts";
import { failure } from "./manifest.ts";
import { databaseNames } from "./names.ts";
import { placeOf } from "./postgres-programs.ts";
import { exchange } from "./restore-plan.ts";
import { prepareRestore, restoreDump } from "./restore-dump.ts";
import {
  deleteStaged,
  hasFiles,
  partOf,
  refuseMountPoint,
  stageUploads,
  thereAlready,
} from "./staged-files.ts";
import { checkEngine, figuresOf, type Place, readUsable, type Restored } from "./usable-backup.ts";

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
    checkEngine(manifest, "postgres");
    const aside = await prepareRestore(databaseUrl, replace, now);
    // Without an uploads folder, pictures are in an object store, which is left alone.
    const part = manifest.files.length > 0 ? partOf(uploads, now) : null;
    if (part) await prepareUploads(part.target, replace);
    const dump = join(from, databaseNames.postgres);
    if ((await contentOf(dump)).sha256 !== manifest.database.sha256)
      throw failure(`The backup ${from} is damaged: the dump differs from its checksum.`);
    try {
      if (part) await stageUploads(from, manifest, part.staged);
      await restoreDump(databaseUrl, dump, manifest, aside);
    } catch (error) {
      if (part) await deleteStaged(part.target);
      throw error;
    }
    if (part) await exchange(part, []);
    const old = aside === null ? [] : [`the schema ${aside} of ${placeOf(databaseUrl)}`];
    if (part && existsSync(part.old)) old.push(part.old);
    return { ...figuresOf(known), old, finished: false };
  } catch (error) {
    throw describedAs(error, uploads) ?? error;
  }
}

async function prepareUploads(uploads: string, replace: boolean): Promise<void> {
  await makeFolder(dirname(uploads));
  if (!replace && (await hasFiles(uploads))) throw thereAlready(uploads);
  refuseMountPoint(uploads);
  await deleteStaged(uploads);
}
