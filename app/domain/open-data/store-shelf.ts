import { open } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "#app/uploads/file-store.ts";
import {
  type DumpedFile,
  type DumpShelf,
  keptFiles,
  type Manifest,
  manifestText,
  readManifest,
} from "./dump-manifest.ts";

const prefix = "dumps/";
const manifestKey = `${prefix}manifest.json`;
/** A store holds a whole file in memory, and the site waits 3 s for it. */
const partBytes = 1024 * 1024;

const folderOf = ({ sha256 }: DumpedFile) => `${prefix}${sha256}/`;
const partsOf = ({ bytes }: DumpedFile) => Math.max(1, Math.ceil(bytes / partBytes));

/** Files are in parts below their checksum; the manifest is put last, so a set is whole or not there. */
export function createStoreShelf(store: FileStore): DumpShelf {
  async function manifest(): Promise<Manifest | null> {
    const bytes = await store.get(manifestKey);
    return bytes && readManifest(Buffer.from(bytes).toString("utf8"));
  }

  async function* parts(file: DumpedFile, first: Uint8Array) {
    yield first;
    for (let at = 1; at < partsOf(file); at++) {
      const part = await store.get(`${folderOf(file)}${at}`);
      if (!part) throw new Error(`A part of ${file.name} is missing in the store.`);
      yield part;
    }
  }

  return {
    manifest,

    async read(_, file) {
      const first = await store.get(`${folderOf(file)}0`);
      return first && parts(file, first);
    },

    async publish(made, next) {
      const before = await manifest();
      const kept = new Set(keptFiles(next));
      for (const file of next.files) if (!kept.has(file)) await putParts(store, made, file);
      await store.put(manifestKey, Buffer.from(manifestText(next)));
      const used = new Set([...next.files, ...(before?.files ?? [])].map(folderOf));
      for (const folder of await foldersIn(store))
        if (!used.has(folder)) await store.remove(folder);
    },
  };
}

async function putParts(store: FileStore, made: string, file: DumpedFile): Promise<void> {
  const source = await open(join(made, file.name));
  try {
    for (let at = 0; at < partsOf(file); at++) {
      const { buffer, bytesRead } = await source.read({
        buffer: Buffer.alloc(Math.min(partBytes, file.bytes)),
        position: at * partBytes,
      });
      await store.put(`${folderOf(file)}${at}`, buffer.subarray(0, bytesRead));
    }
  } finally {
    await source.close();
  }
}

async function foldersIn(store: FileStore): Promise<Set<string>> {
  const folders = new Set<string>();
  for await (const { key } of store.list(prefix))
    if (key !== manifestKey) folders.add(key.replace(/[^/]+$/u, ""));
  return folders;
}
