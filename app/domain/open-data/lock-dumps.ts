import { join } from "node:path";
import { DatabaseError } from "#db/database-error.ts";
import { describedAs } from "#db/errors.ts";
import { makeFolder } from "#db/files.ts";
import { type FileLock, takeLock } from "#db/sqlite/file-lock.ts";

/** @throws DatabaseError with one line: "BUSY" while another process makes a dump there */
export async function lockDumps(folder: string): Promise<FileLock> {
  try {
    await makeFolder(folder);
    const lock = takeLock(join(folder, ".lock"));
    if (lock) return lock;
  } catch (error) {
    const known = describedAs(error, folder);
    if (!known) throw error;
    throw new DatabaseError(`The folder ${folder} cannot be written (${known.code}).`, known.code);
  }
  throw new DatabaseError("Another process is making a dump.", "BUSY");
}
