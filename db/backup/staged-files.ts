import { existsSync, statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { eachOf, makeFolder, syncFolders } from "../files.ts";
import { copyFile } from "./copied-files.ts";
import { failure, type Manifest } from "./manifest.ts";
import { inUploads, isStagedName, oldOf, stagedOf, stampOf } from "./names.ts";
import type { RestorePlan } from "./restore-plan.ts";

export function partOf(target: string, now: Date): RestorePlan["uploads"] {
  const name = stampOf(now);
  return { target, staged: stagedOf(target, name), old: oldOf(target, name) };
}

export async function stageUploads(
  backup: string,
  { files }: Manifest,
  staged: string,
): Promise<void> {
  await makeFolder(staged);
  await eachOf(files, ({ path, sha256 }) =>
    stageFile(backup, { path: inUploads(path), sha256 }, join(staged, path)),
  );
  await syncFolders(staged);
}

export async function stageFile(
  backup: string,
  { path, sha256 }: { path: string; sha256: string },
  to: string,
): Promise<void> {
  const found = await copyFile(join(backup, path), to);
  if (found.sha256 !== sha256)
    throw failure(`The backup ${backup} is damaged: ${path} differs from its checksum.`);
}

export async function deleteStaged(...paths: string[]): Promise<void> {
  for (const path of paths)
    for (const name of await readdir(dirname(path)))
      if (isStagedName(name, basename(path)))
        await rm(join(dirname(path), name), { recursive: true, force: true });
}

export const hasFiles = async (folder: string) =>
  existsSync(folder) && (await readdir(folder)).length > 0;

export const thereAlready = (path: string) =>
  failure(`${path} is there already: --replace puts it aside and takes the backup.`);

export function refuseMountPoint(uploads: string): void {
  if (isMountPoint(uploads))
    throw failure(
      `${uploads} is a mount point, which cannot change places: set UPLOADS_DIR to a folder in it.`,
    );
}

const isMountPoint = (folder: string) =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
  statSync(folder).dev !== statSync(dirname(folder)).dev;
