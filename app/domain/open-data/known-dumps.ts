import { setTimeout as pause } from "node:timers/promises";
import { createFailureLog } from "#db/failure-log.ts";
import type { DumpShelf, Manifest } from "./dump-manifest.ts";
import type { FileStore } from "#app/uploads/file-store.ts";
import { createFolderShelf } from "./folder-shelf.ts";
import { createStoreShelf } from "./store-shelf.ts";

export type KnownDumps = ReturnType<typeof createKnownDumps>;

/** A shelf that remembers its newest manifest. @param patience ms for which a page waits */
export function createKnownDumps(shelf: DumpShelf, patience = 200) {
  const failures = createFailureLog("readManifest:");
  let last: Manifest | null = null;
  let asked: Promise<void> | null = null;
  const manifest = async () => (last = await shelf.manifest());
  const ask = async () => {
    await manifest().then(failures.worked, failures.failed);
    asked = null;
  };
  return {
    ...shelf,
    manifest,
    /** For pages: while the shelf is slow or unavailable, what was read last (RULES.md 14.12). */
    async known(): Promise<Manifest | null> {
      asked ??= ask();
      await Promise.race([asked, pause(patience, undefined, { ref: false })]);
      return last;
    },
  };
}

/** @param store null: the dumps are in the folder */
export const openDumps = (folder: string, store: FileStore | null): DumpShelf =>
  store === null ? createFolderShelf(folder) : createStoreShelf(store);
