import { mkdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseError } from "./database-error.ts";
import { defaultDatabaseUrl } from "./database.ts";

const atOnce = 8;

/** Unlike `mkdir` with `recursive`, it terminates on ENOENT under an existing parent, as in /proc. @returns whether it was created */
export async function makeFolder(path: string, mode = 0o777): Promise<boolean> {
  try {
    return await makeLast(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    // Another call may have created the parent meanwhile.
    if (!(await isFolder(parent))) await makeFolder(parent, mode);
    return makeLast(path, mode);
  }
}

async function makeLast(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, mode);
    return true;
  } catch (error) {
    if (await isFolder(path)) return false;
    throw error;
  }
}

const isFolder = async (path: string) =>
  (await stat(path).catch(() => null))?.isDirectory() === true;

/** Only the default folder is made: another that is missing may be on a disk that is not mounted. */
export function requireFolderOf(path: string, what = "database"): void {
  const folder = dirname(resolve(path));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (folder !== dirname(resolve(defaultDatabaseUrl.slice("file:".length))))
    throw new DatabaseError(
      `There is no folder ${folder} for the ${what}: mount its disk, or make it with mkdir -p.`,
      "ENOENT",
    );
  mkdirSync(folder, { recursive: true });
}

/** Makes the folder where it is missing. @throws Error with one line */
export async function requireWritable(folder: string, what: string): Promise<void> {
  try {
    await makeFolder(folder);
    await rm(await mkdtemp(join(folder, ".check-")), { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The ${what} ${folder} is not writable (${code}).`, { cause: error });
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Processes a few items at a time. Throws the first error after all running ones have ended. */
export async function eachOf<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const rest = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done && errors.length === 0; next = rest.next())
      await work(next.value).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (errors.length > 0) throw errors[0];
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export async function syncFolders(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  await eachOf(
    entries.filter((entry) => entry.isDirectory()),
    (entry) => syncFolder(join(entry.parentPath, entry.name)),
  );
  await syncFolder(path);
}

/** Writes a small file so that readers, even after a power cut, see either the old or the new content in full. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { flush: true });
  await rename(`${path}.new`, path);
  await syncFolder(dirname(path));
}
