import type { FileStore } from "#app/uploads/file-store.ts";
import { avatarKey, avatarOf, avatarPrefix, isPersonId } from "#app/uploads/picture-keys.ts";

/** Avatars, `{userId}/avatar.webp` in the picture store (RULES.md 9.9). Throws what a FileStore throws. */
export interface AvatarStore {
  /** Atomic: readers get either the old or the new avatar. */
  put(userId: string, bytes: Uint8Array): Promise<void>;
  get(userId: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(userId: string): Promise<void>;
  removeFile(key: string): Promise<void>;
  /** Includes leftovers of killed uploads. */
  list(): AsyncIterable<StoredAvatar>;
}

export interface StoredAvatar {
  key: string;
  userId: string;
  isDraft: boolean;
  modified: Date;
}

export function createAvatarStore(files: FileStore): AvatarStore {
  return {
    put: async (userId, bytes) => files.put(avatarKey(userId), bytes),
    get: async (userId) => (isPersonId(userId) ? files.get(avatarKey(userId)) : null),

    async remove(userId) {
      // First by key: some stores' lists lag behind.
      await files.remove(avatarKey(userId));
      await files.remove(avatarPrefix(userId));
    },

    removeFile: (key) => files.remove(key),

    async *list() {
      for await (const { key, modified } of files.list("")) {
        const avatar = avatarOf(key);
        if (avatar) yield { key, modified, ...avatar };
      }
    },
  };
}
