import type { FileStore } from "#app/uploads/file-store.ts";
import type { DumpShelf } from "./dump-shelf.ts";
import { createFolderShelf } from "./folder-shelf.ts";
import { createStoreShelf } from "./store-shelf.ts";

/** @param store null: the dumps are in the folder */
export const openDumps = (folder: string, store: FileStore | null): DumpShelf =>
  store === null ? createFolderShelf(folder) : createStoreShelf(store);
