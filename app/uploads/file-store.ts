export interface StoredFile {
  key: string;
  bytes: number;
  modified: Date;
}

/** Everything throws StoreUnavailable, or an error of the file system, while the store cannot be had. */
export interface FileStore {
  /** Writes a file whole or not at all, and safe from a power cut: readers get the old one or the new one, never a part. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Deletes a file, or, for a prefix that ends with "/", all below it. It is no error when there is none. */
  remove(keyOrPrefix: string): Promise<void>;
  list(prefix: string): AsyncIterable<StoredFile>;
  check(): Promise<string | null>;
}

export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
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
