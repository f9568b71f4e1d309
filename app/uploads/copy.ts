import { createHash } from "node:crypto";
import { eachOf } from "#db/files.ts";
import type { FileStore } from "./file-store.ts";
import { pictureKind } from "./picture-keys.ts";

export interface Copied {
  avatars: number;
  photos: number;
  already: number;
  others: number;
  onlyThere: number;
}

/** Resumable (RULES.md 14.12). Each file is read back from the target and compared; a difference throws. */
export async function copyPictures(from: FileStore, to: FileStore): Promise<Copied> {
  const copied: Copied = { avatars: 0, photos: 0, already: 0, others: 0, onlyThere: 0 };
  const there = new Map<string, number>();
  for await (const { key, bytes } of to.list("")) if (pictureKind(key)) there.set(key, bytes);
  const keys: string[] = [];
  for await (const { key } of from.list(""))
    if (pictureKind(key)) keys.push(key);
    else copied.others++;
  await eachOf(keys, async (key) => {
    const picture = await from.get(key);
    if (!picture) return;
    const mayBeThere = there.get(key) === picture.length;
    if (mayBeThere && isSame(await to.get(key), picture)) copied.already++;
    else await put(to, key, picture);
    copied[pictureKind(key) === "avatar" ? "avatars" : "photos"]++;
  });
  const copiedKeys = new Set(keys);
  for (const key of there.keys()) if (!copiedKeys.has(key)) copied.onlyThere++;
  return copied;
}

async function put(to: FileStore, key: string, picture: Uint8Array): Promise<void> {
  await to.put(key, picture);
  if (!isSame(await to.get(key), picture))
    throw new Error(`${key} was not copied correctly: the copy differs from the original.`);
}

function isSame(found: Uint8Array | null, picture: Uint8Array): boolean {
  return found?.length === picture.length && sha256(found) === sha256(picture);
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
