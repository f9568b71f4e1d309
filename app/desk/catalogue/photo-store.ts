import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { photoFile } from "#db/catalogue/photo-names.ts";

/** ms for which a file is kept that no bottle names yet: its transaction may be under way */
const grace = 24 * 60 * 60 * 1000;

export interface PhotoStore {
  /** Writes a file, whole or not at all. */
  put(perfumeId: number, file: string, bytes: Uint8Array): Promise<void>;
  /** @returns null when there is none */
  get(perfumeId: number, file: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Deletes what no bottle has any more (RULES.md 26.6). @param kept what `foto` says of those that stay */
  sweep(kept: ReadonlySet<string>, now: Date): Promise<void>;
}

/** Keeps photos as `photos/{perfume id}/{name}.webp` in the folder of uploads (RULES.md 26.6). */
export function createPhotoStore(uploads: string): PhotoStore {
  const root = join(uploads, "photos");
  const pathOf = (perfumeId: number, file: string) => {
    if (!photoFile(String(perfumeId), file)) throw new Error("Not the name of a photo");
    return join(root, String(perfumeId), file);
  };
  return {
    async put(perfumeId, file, bytes) {
      const path = pathOf(perfumeId, file);
      const draft = `${path}.${randomUUID()}`;
      await mkdir(join(root, String(perfumeId)), { recursive: true });
      try {
        await writeFile(draft, bytes, { flag: "wx", flush: true });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async get(perfumeId, file) {
      const found = await readFile(pathOf(perfumeId, file)).catch(unlessMissing);
      return found && Uint8Array.from(found);
    },

    async sweep(kept, now) {
      for (const folder of (await readdir(root).catch(unlessMissing)) ?? [])
        for (const file of (await readdir(join(root, folder)).catch(unlessMissing)) ?? []) {
          const photo = photoFile(folder, file);
          if (photo && kept.has(photo.foto)) continue;
          const path = join(root, folder, file);
          const found = await stat(path).catch(unlessMissing);
          if (found?.isFile() && now.getTime() - found.mtimeMs > grace)
            await rm(path, { force: true });
        }
    },
  };
}

function unlessMissing(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  throw error;
}
