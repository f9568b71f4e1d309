import { existsSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { sent } from "../../../tests/support/pictures.ts";
import { createPictureRenderer } from "#app/uploads/picture-renderer.ts";
import { createFolderStore } from "#app/uploads/folder-store.ts";
import { avatarVersion, createAvatarStore, deleteOldAvatars, setAvatar } from "./avatars.ts";

const renderer = createPictureRenderer();
afterAll(() => renderer.close());

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

async function freshSite() {
  const db = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), "sosia-avatars-"));
  return {
    db,
    folder,
    store: createAvatarStore(createFolderStore(folder)),
    ana: await addAccount(db, "ana"),
  };
}

async function urlOf(db: Db, id: string) {
  const person = db.selectFrom("usuarios").select("avatar_url").where("id", "=", id);
  return (await person.executeTakeFirstOrThrow()).avatar_url;
}

test("an avatar is stored, and its address contains its content hash", async () => {
  const { db, store, ana } = await freshSite();
  const first = await setAvatar(db, { store, renderer }, ana, sent(await picture("red")));
  const image = (await store.get(ana))!;
  expect(first).toEqual({ url: `/avatars/ana/avatar.webp?v=${avatarVersion(image)}` });
  expect(first).toEqual({ url: expect.stringMatching(/\?v=[0-9a-f]{10}$/u) });
  expect(first).toEqual({ url: await urlOf(db, ana) });
  expect(await setAvatar(db, { store, renderer }, ana, sent(await picture("red")))).toEqual(first);
  expect(await setAvatar(db, { store, renderer }, ana, sent(await picture("blue")))).not.toEqual(
    first,
  );
});

test("no id escapes a person's folder", async () => {
  const { store } = await freshSite();
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
    await expect(store.put(id, Buffer.from("x"))).rejects.toThrow("Not a person's id");
    await expect(store.remove(id)).rejects.toThrow("Not a person's id");
    expect(await store.get(id)).toBeNull();
  }
});

test("only the person's row is written", async () => {
  const { db, store, ana } = await freshSite();
  const eva = await addAccount(db, "eva");
  await setAvatar(db, { store, renderer }, ana, sent(await picture("red")));
  expect(await urlOf(db, eva)).toBeNull();
});

test("a refused picture leaves the previous one in place", async () => {
  const { db, store, ana } = await freshSite();
  await setAvatar(db, { store, renderer }, ana, sent(await picture("red")));
  const before = [await urlOf(db, ana), await store.get(ana)];
  expect(await setAvatar(db, { store, renderer }, ana, sent(Buffer.from("<svg/>")))).toBe(
    "not-a-picture",
  );
  expect([await urlOf(db, ana), await store.get(ana)]).toEqual(before);
});

test("a failing store leaves the previous address in place", async () => {
  const { db, store, ana } = await freshSite();
  await setAvatar(db, { store, renderer }, ana, sent(await picture("red")));
  const before = await urlOf(db, ana);
  const full = { ...store, put: () => Promise.reject(new Error("disk full")) };
  await expect(
    setAvatar(db, { store: full, renderer }, ana, sent(await picture("blue"))),
  ).rejects.toThrow("disk full");
  expect(await urlOf(db, ana)).toBe(before);
});

test("no picture is kept when the account was deleted or suspended during the upload", async () => {
  const { db, folder, store, ana } = await freshSite();
  const since = new Date().toISOString();
  await db.insertInto("suspensions").values({ user_id: ana, since, entry: 1 }).execute();
  for (const id of ["gone", ana]) {
    const set = setAvatar(db, { store, renderer }, id, sent(await picture("red")));
    expect(await outcomeOf(set)).toBe("no-such-person");
    expect(existsSync(join(folder, id))).toBe(false);
  }
});

test("an account deleted during an upload keeps neither the new nor the previous picture", async () => {
  const { db, folder, store, ana } = await freshSite();
  await setAvatar(db, { store, renderer }, ana, sent(await picture("red")));
  const slow = {
    ...store,
    async put(...file: Parameters<typeof store.put>) {
      await db.deleteFrom("usuarios").where("id", "=", ana).execute();
      await store.remove(ana);
      await store.put(...file);
    },
  };
  const set = setAvatar(db, { store: slow, renderer }, ana, sent(await picture("blue")));
  expect(await outcomeOf(set)).toBe("no-such-person");
  expect(existsSync(join(folder, ana))).toBe(false);
});

test("a person suspended during an upload keeps the previous picture", async () => {
  const { db, store, ana } = await freshSite();
  await setAvatar(db, { store, renderer }, ana, sent(await picture("red")));
  const before = await store.get(ana);
  const slow = {
    ...store,
    async put(...file: Parameters<typeof store.put>) {
      const since = new Date().toISOString();
      const suspension = { user_id: ana, since, entry: 1 };
      await db
        .insertInto("suspensions")
        .values(suspension)
        .onConflict((row) => row.doNothing())
        .execute();
      await store.put(...file);
    },
  };
  const set = setAvatar(db, { store: slow, renderer }, ana, sent(await picture("blue")));
  expect(await outcomeOf(set)).toBe("no-such-person");
  expect(await store.get(ana)).toEqual(before);
});

const old = new Date(Date.now() - 25 * 60 * 60 * 1000);

test("pictures of deleted people and old unreferenced ones are swept; others stay", async () => {
  const { db, folder, store, ana } = await freshSite();
  const [eva, ida] = [await addAccount(db, "eva"), await addAccount(db, "ida")];
  await setAvatar(db, { store, renderer }, ana, sent(await picture("red")));
  for (const id of ["gone", eva, ida]) await store.put(id, Buffer.from("picture"));
  writeFileSync(join(folder, ana, "avatar.webp.0123-draft"), "half");
  writeFileSync(join(folder, ana, "notes.txt"), "not ours");
  const pathOf = (id: string, file = "avatar.webp") => join(folder, id, file);
  const drafted = pathOf(ana, "avatar.webp.0123-draft");
  for (const path of [pathOf(ana), drafted, pathOf(ana, "notes.txt"), pathOf(eva)])
    utimesSync(path, old, old);
  await deleteOldAvatars(db, store, new Date());
  const there = [
    pathOf(ana),
    pathOf(ana, "notes.txt"),
    pathOf(ida),
    drafted,
    pathOf(eva),
    pathOf("gone"),
  ].map((path) => existsSync(path));
  expect(there).toEqual([true, true, true, false, false, false]);
});

test("a store that belongs to another site is left alone", async () => {
  const { db, store } = await freshSite();
  const strangers = Array.from({ length: 11 }, (_, n) => `stranger-${n}`);
  for (const id of strangers) await store.put(id, Buffer.from("picture"));
  await expect(deleteOldAvatars(db, store, new Date())).rejects.toThrow("belongs to another site");
  for (const id of strangers) expect(await store.get(id)).not.toBeNull();
});
