import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { missingOf, readManifest } from "./manifest.ts";
import { isBackupName, isPartialName, partialOf } from "./names.ts";

/** @returns the names of the whole backups of a database in a folder, oldest first @param source the database's path */
export async function wholeBackups(folder: string, source: string): Promise<string[]> {
  const whole: string[] = [];
  for (const name of (await readdir(folder)).filter(isBackupName).sort()) {
    const manifest = await readManifest(join(folder, name));
    if (manifest?.source !== source) continue;
    if ((await missingOf(join(folder, name), manifest)) === null) whole.push(name);
  }
  return whole;
}

/**
 * Deletes the oldest whole backups of a database beyond `keep`. Each loses its name first, so that what is named as a backup
 * is whole. Nothing else in the folder is touched, and no backup of another database.
 * @returns how many were deleted
 */
export async function deleteOldest(folder: string, source: string, keep: number): Promise<number> {
  const old = (await wholeBackups(folder, source)).slice(0, -keep);
  for (const name of old) {
    await rename(join(folder, name), join(folder, partialOf(name)));
    await rm(join(folder, partialOf(name)), { recursive: true });
  }
  return old.length;
}

/** Deletes what backups left that were killed. Only for who holds the folder's lock. */
export async function deletePartial(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isPartialName))
    await rm(join(folder, name), { recursive: true, force: true });
}
