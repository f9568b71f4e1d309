export interface StoredFile {
  key: string;
  bytes: number;
  modified: Date;
}

/** Every method throws StoreUnavailable or a file system error while the store is unavailable. */
export interface FileStore {
  /** Writes a file atomically and durably: even after a power cut, readers get the old or the new one, never a part. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Deletes a file, or everything below a prefix that ends with "/". A missing file is not an error. */
  remove(keyOrPrefix: string): Promise<void>;
  list(prefix: string): AsyncIterable<StoredFile>;
  check(): Promise<string | null>;
}

export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
  readonly code = "EIO";
}

const name = /^(?!\.{1,2}$)[\w.-]{1,200}$/u;

/** @throws Error for a path that could escape the store @returns the names of a key or prefix */
export function namesOf(key: string): string[] {
  const names = key.replace(/\/$/u, "").split("/");
  if (key.endsWith("\n") || !names.every((one) => name.test(one)))
    throw new Error("Not a key of a file store");
  return names;
}
