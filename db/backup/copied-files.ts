import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { eachOf, makeFolder } from "../files.ts";

export interface Content {
  bytes: number;
  sha256: string;
}

/** A link in a copy could lead to any file of this machine. */
const openFile = (path: string) => open(path, constants.O_RDONLY | constants.O_NOFOLLOW);

const chunkSize = 1024 * 1024;

export async function copyFile(from: string, to: string): Promise<Content> {
  const source = await openFile(from);
  try {
    return await copyFrom(source, to);
  } finally {
    await source.close();
  }
}

async function copyFrom(source: FileHandle, to: string): Promise<Content> {
  await makeFolder(dirname(to), 0o700);
  const target = await open(to, "w", 0o600);
  try {
    const content = await readAll(source, (chunk) => target.writeFile(chunk));
    await target.sync();
    return content;
  } finally {
    await target.close();
  }
}

export async function contentOf(path: string): Promise<Content> {
  const source = await openFile(path);
  try {
    return await readAll(source);
  } finally {
    await source.close();
  }
}

async function readAll(
  source: FileHandle,
  each?: (chunk: Uint8Array) => Promise<void>,
): Promise<Content> {
  const hash = createHash("sha256");
  let bytes = 0;
  const { size } = await source.stat();
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(size, chunkSize)));
  for (;;) {
    const { bytesRead } = await source.read(buffer);
    if (bytesRead === 0) return { bytes, sha256: hash.digest("hex") };
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    bytes += bytesRead;
    await each?.(chunk);
  }
}

type Copied = Content & { state: string };

/** When called again, copies what is new or changed. @returns the paths of anything that is neither file nor folder */
export async function copyFolder(
  from: string,
  to: string,
  copied: Map<string, Copied>,
): Promise<string[]> {
  await makeFolder(to, 0o700);
  const others: string[] = [];
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(unlessGone);
  await eachOf(entries ?? [], async (entry) => {
    const path = relative(from, join(entry.parentPath, entry.name));
    if (entry.isDirectory()) return;
    if (!entry.isFile()) return void others.push(path);
    const source = await openFile(join(from, path)).catch(unlessGone);
    if (!source) return;
    try {
      const { ino, size, mtimeNs } = await source.stat({ bigint: true });
      const state = `${ino} ${size} ${mtimeNs}`;
      if (copied.get(path)?.state === state) return;
      copied.set(path, { ...(await copyFrom(source, join(to, path))), state });
    } finally {
      await source.close();
    }
  });
  return others;
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
