import { expect, test } from "vitest";
import type { FileStore } from "#app/uploads/file-store.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

export async function keysOf(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.toSorted();
}

/** The tests that every FileStore must pass. @param newStore creates an empty store for each test */
export function itIsAFileStore(newStore: () => Promise<FileStore>): void {
  test("a read returns what was written, its replacement, or nothing", async () => {
    const store = await newStore();
    expect(await store.get("ana/avatar.webp")).toBeNull();
    await store.put("ana/avatar.webp", bytes("one"));
    await store.put("ana/avatar.webp", bytes("another"));
    expect(await store.get("ana/avatar.webp")).toEqual(bytes("another"));
    const binary = Uint8Array.from({ length: 100_000 }, (_, n) => (n * 7) % 256);
    await store.put("photos/12/page-0123456789abcdef.webp", binary);
    expect(await store.get("photos/12/page-0123456789abcdef.webp")).toEqual(binary);
    await store.put("empty/avatar.webp", bytes(""));
    expect(await store.get("empty/avatar.webp")).toEqual(bytes(""));
  });

  test("removes one file by key or all with a prefix, and no others", async () => {
    const store = await newStore();
    const keys = ["ana/a", "ana/b/c", "ana/b/d", "ana/e", "ana/f", "ana2/a", "eva/a"];
    for (const key of keys) await store.put(key, bytes(key));
    await store.remove("eva/a");
    await store.remove("eva/a");
    await store.remove("ana/e");
    expect(await keysOf(store, "")).toEqual(["ana/a", "ana/b/c", "ana/b/d", "ana/f", "ana2/a"]);
    await store.remove("ana/");
    await store.remove("nobody/");
    expect(await keysOf(store, "")).toEqual(["ana2/a"]);
    expect(await store.get("ana/a")).toBeNull();
  });

  test("lists every file with a prefix, with size and time", async () => {
    const store = await newStore();
    const began = Date.now();
    const keys = Array.from({ length: 8 }, (_, n) => `photos/${n}/x.webp`);
    for (const key of [...keys, "photos2/1", "ana/avatar.webp"]) await store.put(key, bytes(key));
    expect(await keysOf(store, "photos/")).toEqual(keys);
    for await (const file of store.list("photos/")) {
      expect(file.bytes).toBe(file.key.length);
      expect(Math.abs(file.modified.getTime() - began)).toBeLessThan(60_000);
    }
    expect(await keysOf(store, "none/")).toEqual([]);
  });

  test("no key escapes the store", async () => {
    const store = await newStore();
    for (const key of [
      "",
      "..",
      "a/../../b",
      "/a",
      "a//b",
      "a\0",
      "a\n",
      "a?b",
      "ñ",
      "a/.",
      "a b",
    ]) {
      await expect(store.put(key, bytes("x")), key).rejects.toThrow("Not a key");
      await expect(store.get(key), key).rejects.toThrow("Not a key");
      await expect(store.remove(key), key).rejects.toThrow("Not a key");
    }
  });

  test("the check of a writable store passes silently and leaves nothing behind", async () => {
    const store = await newStore();
    expect(await store.check()).toBeNull();
    expect(await keysOf(store, "")).toEqual([]);
  });
}
