/** A file of a store. */
export interface StoredFile {
  key: string;
  bytes: number;
  modified: Date;
}

/**
 * Files by key: "photos/12/card-….webp". A key is names with "/" between them (RULES.md 29.1).
 * Everything throws StoreUnavailable, or an error of the file system, while the store cannot be had.
 */
export interface FileStore {
  /** Writes a file whole or not at all, and safe from a power cut: readers get the old one or the new one, never a part. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns null when there is none */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Deletes a file, or, for a prefix that ends with "/", all below it. It is no error when there is none. */
  remove(keyOrPrefix: string): Promise<void>;
  /** All files below a prefix that ends with "/", or all with "", in no certain order. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * Looks whether files can be written.
   * @returns null, or one line when only waiting may cure it @throws Error with one line when it can never work like this
   */
  check(): Promise<string | null>;
}

/** A store that refuses, says nothing, or says nonsense. Its message names no secret. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
  /** As of a disk that fails, so that whoever asks a FileStore answers alike for every kind (isUnavailable in db/errors.ts). */
  readonly code = "EIO";
}

const name = /^(?!\.{1,2}$)[\w.-]{1,200}$/u;

/** @throws Error for what could lead out of a store @returns the names of a key or prefix */
export function namesOf(key: string): string[] {
  const names = key.replace(/\/$/u, "").split("/");
  if (key.endsWith("\n") || !names.every((one) => name.test(one)))
    throw new Error("Not a key of a store");
  return names;
}
