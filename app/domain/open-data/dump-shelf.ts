import type { DumpedFile, Manifest } from "./dump-manifest.ts";

/** Where the newest whole dump is. */
export interface DumpShelf {
  /** null before the first dump */
  manifest(): Promise<Manifest | null>;
  /** @returns the content of a file of the newest dump or the one before; null if it is no longer there, whole */
  read(made: Manifest, file: DumpedFile): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Puts a set in the place of the last one: readers see the old set or the new one, whole.
   * @param folder has the manifest's files, except those kept from the last dump
   */
  publish(folder: string, made: Manifest): Promise<void>;
}
