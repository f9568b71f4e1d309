import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolderStore } from "#app/uploads/folder-store.ts";
import { createAvatarStore } from "./avatars.ts";

const text = (file: Uint8Array | null) => file && Buffer.from(file).toString();

function freshStore() {
  const outside = mkdtempSync(join(tmpdir(), "sosia-avatars-"));
  const folder = join(outside, "uploads");
  return { outside, folder, store: createAvatarStore(createFolderStore(folder)) };
}

test("an avatar is stored at the person's path and read from there", async () => {
  const { folder, store } = freshStore();
  expect(await store.get("ana")).toBeNull();
  await store.put("ana", Buffer.from("picture"));
  expect(text(await store.get("ana"))).toBe("picture");
  expect(existsSync(join(folder, "ana", "avatar.webp"))).toBe(true);
  expect(await store.get("eva")).toBeNull();
});

test("a new avatar replaces the old one and leaves no other file", async () => {
  const { folder, store } = freshStore();
  await store.put("ana", Buffer.from("a longer old one"));
  await Promise.all(["one", "two"].map((name) => store.put("ana", Buffer.from(name))));
  expect(text(await store.get("ana"))).toMatch(/^(one|two)$/u);
  expect(readdirSync(join(folder, "ana"))).toEqual(["avatar.webp"]);
});

test("an avatar that cannot be stored leaves no temporary file", async () => {
  const { folder, store } = freshStore();
  mkdirSync(join(folder, "ana", "avatar.webp"), { recursive: true });
  await expect(store.put("ana", Buffer.from("new"))).rejects.toThrow("rename");
  expect(readdirSync(join(folder, "ana"))).toEqual(["avatar.webp"]);
});

test("removing deletes everything of the person, and succeeds when there is nothing", async () => {
  const { folder, store } = freshStore();
  await store.remove("ana");
  await store.put("ana", Buffer.from("picture"));
  await store.put("eva", Buffer.from("picture"));
  await store.remove("ana");
  expect(readdirSync(folder)).toEqual(["eva"]);
});

test("no id escapes a person's folder", async () => {
  const { outside, store } = freshStore();
  await store.put("ana", Buffer.from("picture"));
  writeFileSync(join(outside, "avatar.webp"), "not an avatar");
  const bytes = Buffer.from("x");
  for (const id of [
    "..",
    ".",
    "",
    "../uploads/ana",
    "ana/",
    "a\0",
    "ana\n",
    "a\\b",
    "ñ",
    "a".repeat(65),
    "photos",
  ]) {
    await expect(store.put(id, bytes)).rejects.toThrow("Not a person's id");
    await expect(store.remove(id)).rejects.toThrow("Not a person's id");
    expect(await store.get(id)).toBeNull();
  }
  expect(text(await store.get("ana"))).toBe("picture");
  expect(existsSync(join(outside, "avatar.webp"))).toBe(true);
});
