import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { itIsAFileStore, keysOf } from "../../tests/support/store-contract.ts";
import { createFolderStore } from "./folder-store.ts";

const newFolder = () => join(mkdtempSync(join(tmpdir(), "sosia-store-")), "uploads");

itIsAFileStore(async () => createFolderStore(newFolder()));

test("a file that cannot take its place leaves no draft", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "ana", "avatar.webp"), { recursive: true });
  const put = createFolderStore(folder).put("ana/avatar.webp", Buffer.from("new"));
  await expect(put).rejects.toThrow("rename");
  expect(readdirSync(join(folder, "ana"))).toEqual(["avatar.webp"]);
});

test("a list follows no links", async () => {
  const folder = newFolder();
  mkdirSync(folder);
  symlinkSync("/etc", join(folder, "link"));
  expect(await keysOf(createFolderStore(folder), "")).toEqual([]);
});

test("a person's folder that is removed while a file of theirs is written is made again", async () => {
  const store = createFolderStore(newFolder());
  const failed: unknown[] = [];
  for (let n = 0; n < 50; n++) {
    const both = [store.put("ana/avatar.webp", Buffer.from("x")), store.remove("ana/")];
    for (const one of await Promise.allSettled(both))
      if (one.status === "rejected") failed.push(one.reason.code);
  }
  // ENOENT: removed twice during the write.
  expect(failed.filter((code) => code !== "ENOENT")).toEqual([]);
  await store.put("ana/avatar.webp", Buffer.from("y"));
  expect(Buffer.from((await store.get("ana/avatar.webp"))!).toString()).toBe("y");
});
