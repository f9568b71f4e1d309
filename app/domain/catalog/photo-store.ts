import type { FileStore } from "#app/uploads/file-store.ts";
import { photoKey, photoOf, photosPrefix } from "#app/uploads/picture-keys.ts";

/** ms that an unreferenced file is kept, because its transaction may still run */
const grace = 24 * 60 * 60 * 1000;

/** Photos, `photos/{perfume id}/{name}.webp` in the picture store (RULES.md 10.16). */
export interface PhotoStore {
  put(perfumeId: number, file: string, bytes: Uint8Array): Promise<void>;
  get(perfumeId: number, file: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Deletes old photos except `kept`, a set of `foto` values. */
  sweep(kept: ReadonlySet<string>, now: Date): Promise<void>;
}

export function createPhotoStore(files: FileStore): PhotoStore {
  return {
    put: async (perfumeId, file, bytes) => files.put(photoKey(perfumeId, file), bytes),
    get: async (perfumeId, file) => files.get(photoKey(perfumeId, file)),

    async sweep(kept, now) {
      for await (const { key, modified } of files.list(photosPrefix)) {
        const photo = photoOf(key);
        if (!photo || (!photo.isDraft && kept.has(photo.foto))) continue;
        if (now.getTime() - modified.getTime() > grace) await files.remove(key);
      }
    },
  };
}
