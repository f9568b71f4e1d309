import type { FileStore } from "#app/uploads/file-store.ts";
import { createFolderShelf } from "./folder-shelf.ts";
import type { DumpedFile, Manifest } from "./manifest.ts";
import { createStoreShelf } from "./store-shelf.ts";

/** Where the newest whole dump is. */
export interface DumpShelf {
  /** null before the first dump */
  manifest(): Promise<Manifest | null>;
  /** @returns the file's content; null if it is no longer there */
  read(file: DumpedFile): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Puts a set in the place of the last one: readers see the old set or the new one, whole.
   * @param folder has the manifest's files, except those kept from the last dump
   */
  publish(folder: string, made: Manifest): Promise<void>;
}

/** @param store null: the dumps are in the folder */
export const openDumps = (folder: string, store: FileStore | null): DumpShelf =>
  store === null ? createFolderShelf(folder) : createStoreShelf(store);
