import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { itIsAFileStore, keysOf } from "../../tests/support/store-contract.ts";
import { createFolderStore } from "./folder-store.ts";

const newFolder = () => join(mkdtempSync(join(tmpdir(), "sosia-store-")), "uploads");

itIsAFileStore(async () => createFolderStore(newFolder()));

test("a failed rename leaves no draft", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "ana", "avatar.webp"), { recursive: true });
  const put = createFolderStore(folder).put("ana/avatar.webp", Buffer.from("new"));
  await expect(put).rejects.toThrow("rename");
  expect(readdirSync(join(folder, "ana"))).toEqual(["avatar.webp"]);
});

test("listing does not follow links", async () => {
  const folder = newFolder();
  mkdirSync(folder);
  symlinkSync("/etc", join(folder, "link"));
  expect(await keysOf(createFolderStore(folder), "")).toEqual([]);
});

test("a folder removed during a write is created again", async () => {
  const store = createFolderStore(newFolder());
  const failed: unknown[] = [];
  for (let n = 0; n < 50; n++) {
    const both = [store.put("ana/avatar.webp", Buffer.from("x")), store.remove("ana/")];
    for (const one of await Promise.allSettled(both))
      if (one.status === "rejected") failed.push(one.reason.code);
  }
  // The folder was removed twice during one write.
  expect(failed.filter((code) => code !== "ENOENT" && code !== "EEXIST")).toEqual([]);
  await store.put("ana/avatar.webp", Buffer.from("y"));
  expect(Buffer.from((await store.get("ana/avatar.webp"))!).toString()).toBe("y");
});
