import type { FileStore } from "./file-store.ts";
import { createFolderStore } from "./folder-store.ts";
import type { S3Address } from "./s3-address.ts";
import { createS3Store } from "./s3-store.ts";

export function openFileStore(place: string | S3Address, timeLimit?: number): FileStore {
  if (typeof place === "string") return createFolderStore(place);
  return createS3Store(place, timeLimit);
}
