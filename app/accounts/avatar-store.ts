import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

type Extension = "webp";

export interface AvatarStore {
  /** Replaces a user's avatar atomically: readers get the old or the new one, never a part. */
  put(userId: string, ext: Extension, bytes: Uint8Array): Promise<void>;
  /** @returns null when there is none, or the name is not that of an avatar */
  get(userId: string, ext: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(userId: string): Promise<void>;
  /** @throws Error with one line when avatars cannot be stored */
  check(): Promise<void>;
}

/** Keeps avatars as `{userId}/avatar.{ext}` in a folder, which is created with the first (RULES.md 7.10). */
export function createAvatarStore(folder: string): AvatarStore {
  return {
    async put(userId, ext, bytes) {
      const file = fileOf(folder, userId, ext);
      // In the same folder, where renaming is atomic; the random name keeps two uploads at once apart.
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

    async check() {
      try {
        await mkdir(folder, { recursive: true });
        await rm(await mkdtemp(join(folder, ".check-")), { recursive: true });
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw new Error(`The folder of avatars, ${folder}, cannot be written (${code}).`, {
          cause: error,
        });
      }
    },
  };
}

/** @throws Error for names that could lead out of the folder */
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
