import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { missingOf, readManifest } from "./manifest.ts";
import { isBackupName, isPartialName, partialOf } from "./names.ts";

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
