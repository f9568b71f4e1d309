import type { FileStore } from "#app/uploads/file-store.ts";
import { avatarKey, avatarOf, avatarPrefix, isPersonId } from "#app/uploads/picture-keys.ts";

/** Avatars, `{userId}/avatar.webp` in the store of pictures (RULES.md 7.10). Throws what a FileStore throws. */
export interface AvatarStore {
  /** Replaces a user's avatar atomically: readers get the old or the new one, never a part. */
  put(userId: string, bytes: Uint8Array): Promise<void>;
  /** @returns null when there is none, or for what is no id */
  get(userId: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Removes all that the store has of a user. */
  remove(userId: string): Promise<void>;
  /** Removes one file of `list`. */
  removeFile(key: string): Promise<void>;
  /** All avatars, with what killed uploads left of some. */
  list(): AsyncIterable<StoredAvatar>;
}

export interface StoredAvatar {
  key: string;
  userId: string;
  /** whether it is only what a killed upload left */
  isDraft: boolean;
  modified: Date;
}

export function createAvatarStore(files: FileStore): AvatarStore {
  return {
    put: async (userId, bytes) => files.put(avatarKey(userId), bytes),
    get: async (userId) => (isPersonId(userId) ? files.get(avatarKey(userId)) : null),

    async remove(userId) {
      // By its key first: the lists of some stores are late.
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
