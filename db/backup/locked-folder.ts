import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { describedAs } from "../errors.ts";
import { makeFolder } from "../files.ts";
import { type FileLock, takeLock } from "../sqlite/file-lock.ts";
import { failure } from "./manifest.ts";
import { lockName } from "./names.ts";

/** @throws DatabaseError with one line while another backup is being made there */
export async function lockFolder(folder: string, uploads: string | null): Promise<FileLock> {
  try {
    if (
      uploads !== null &&
      `${await realPlace(folder)}${sep}`.startsWith(`${await realPlace(uploads)}${sep}`)
    )
      throw failure(`${folder} is inside of ${uploads}, which is backed up: choose another one.`);
    await makeFolder(folder, 0o700);
    const lock = takeLock(join(folder, lockName));
    if (lock) return lock;
  } catch (error) {
    const known = describedAs(error, folder);
    if (!known || known.code === "BACKUP") throw error;
    throw failure(`The folder ${folder} cannot be written (${known.code}).`);
  }
  throw failure(`Another backup is being made in ${folder}; this one was not started.`);
}

/** The path without symbolic links, even if its end does not exist yet. */
async function realPlace(path: string): Promise<string> {
  const whole = resolve(path);
  try {
    return await realpath(whole);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return join(await realPlace(dirname(whole)), basename(whole));
  }
}
