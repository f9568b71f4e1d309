import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, requireWritable, syncFolder } from "#db/files.ts";
import { type FileStore, namesOf, type StoredFile } from "./file-store.ts";

export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, ...namesOf(key));
  return {
    put: async (key, bytes) => write(pathOf(key), bytes),

    async get(key) {
      const found = await readFile(pathOf(key)).catch(unlessMissing);
      return found && new Uint8Array(found);
    },

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { recursive: key.endsWith("/"), force: true, maxRetries: 3 });
      await syncFolder(dirname(path)).catch(unlessMissing);
    },

    list: (prefix) => filesBelow(prefix === "" ? folder : pathOf(prefix), prefix),

    async check() {
      await requireWritable(folder, "picture folder");
      return null;
    },
  };
}

async function write(path: string, bytes: Uint8Array, again = true): Promise<void> {
  const folder = dirname(path);
  // In the same folder, so that renaming is atomic; the random name separates concurrent writers.
  const draft = `${path}.${randomUUID()}`;
  try {
    if (await makeFolder(folder)) await syncFolder(dirname(folder));
    await writeFile(draft, bytes, { flag: "wx", flush: true });
    await rename(draft, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(draft, { force: true });
    // Another call removed the folder meanwhile.
    const { code } = error as NodeJS.ErrnoException;
    if (again && (code === "ENOENT" || code === "EEXIST")) return write(path, bytes, false);
    throw error;
  }
}

async function* filesBelow(folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const entries: Dirent[] =
    (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? [];
  for (const { name } of entries.filter((entry) => entry.isDirectory()))
    yield* filesBelow(join(folder, name), `${prefix}${name}/`);
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const found = await stat(join(folder, name)).catch(unlessMissing);
    if (found) yield { key: prefix + name, bytes: found.size, modified: found.mtime };
  }
}

function unlessMissing(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  throw error;
}
