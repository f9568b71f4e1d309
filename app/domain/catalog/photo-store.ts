import type { FileStore } from "#app/uploads/file-store.ts";
import { photoKey, photoOf, photosPrefix } from "#app/uploads/picture-keys.ts";

/** ms that an unreferenced file is kept, because its transaction may still run */
const grace = 24 * 60 * 60 * 1000;

/** Photos, `photos/{perfume id}/{name}.webp` in the picture store (RULES.md 10.16). */
export type PhotoStore = ReturnType<typeof createPhotoStore>;

export function createPhotoStore(files: FileStore) {
  return {
    put: async (perfumeId: number, file: string, bytes: Uint8Array) =>
      files.put(photoKey(perfumeId, file), bytes),
    get: async (perfumeId: number, file: string) => files.get(photoKey(perfumeId, file)),

    /** Deletes old photos except `kept`, a set of `foto` values. */
    async sweep(kept: ReadonlySet<string>, now: Date) {
      for await (const { key, modified } of files.list(photosPrefix)) {
        const photo = photoOf(key);
        if (!photo || (!photo.isDraft && kept.has(photo.foto))) continue;
        if (now.getTime() - modified.getTime() > grace) await files.remove(key);
      }
    },
  };
}
