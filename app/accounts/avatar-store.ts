import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

type Extension = "webp";

/** Where the avatars are: files at `{userId}/avatar.{ext}` (spec.md §3). */
export interface AvatarStore {
  /** Stores a person's avatar over the one before: whoever reads gets either, never a part. */
  put(userId: string, ext: Extension, bytes: Uint8Array): Promise<void>;
  /** @returns null when there is none, nor could be under such a name */
  get(userId: string, ext: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Leaves nothing of the person; it is no error when there was nothing. */
  remove(userId: string): Promise<void>;
}

/** @param folder made when the first avatar comes */
export function createAvatarStore(folder: string): AvatarStore {
  return {
    async put(userId, ext, bytes) {
      const file = fileOf(folder, userId, ext);
      // A name of its own in the same folder: renaming is atomic there, and two at once do not write into one another.
      const draft = `${file}.${randomUUID()}`;
      await mkdir(join(folder, userId), { recursive: true });
      try {
        await writeFile(draft, bytes, { flag: "wx", flush: true });
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async get(userId, ext) {
      if (!isName(userId) || !isExtension(ext)) return null;
      try {
        return await readFile(fileOf(folder, userId, ext));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },

    async remove(userId) {
      if (!isName(userId)) throw new Error("Not a person's id");
      await rm(join(folder, userId), { recursive: true, force: true });
    },
  };
}

/** @throws Error rather than leave the folder */
function fileOf(folder: string, userId: string, ext: string): string {
  if (!isName(userId) || !isExtension(ext)) throw new Error("Not the name of an avatar");
  return join(folder, userId, `avatar.${ext}`);
}

function isName(userId: string): boolean {
  return /^[\w-]{1,64}$/u.test(userId);
}

function isExtension(ext: string): ext is Extension {
  return ext === "webp";
}
