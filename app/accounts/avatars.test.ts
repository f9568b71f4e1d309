import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import type { Db } from "#db/connect.ts";
import { addAccount } from "../../tests/support/accounts.ts";
import { freshDatabase } from "../../tests/support/database.ts";
import { sent } from "../../tests/support/pictures.ts";
import { createAvatarRenderer } from "./avatar-image.ts";
import { createFolderStore } from "../uploads/folder-store.ts";
import { createAvatarStore } from "./avatar-store.ts";
import { avatarVersion, setAvatar } from "./avatars.ts";

const renderer = createAvatarRenderer();
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

test("an avatar is stored, and its address names its content", async () => {
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

test("only the person's own row is written", async () => {
  const { db, store, ana } = await freshSite();
  const eva = await addAccount(db, "eva");
  await setAvatar(db, { store, renderer }, ana, sent(await picture("red")));
  expect(await urlOf(db, eva)).toBeNull();
});

test("what is refused keeps the picture before", async () => {
  const { db, store, ana } = await freshSite();
  await setAvatar(db, { store, renderer }, ana, sent(await picture("red")));
  const before = [await urlOf(db, ana), await store.get(ana)];
  expect(await setAvatar(db, { store, renderer }, ana, sent(Buffer.from("<svg/>")))).toBe(
    "not-a-picture",
  );
  expect([await urlOf(db, ana), await store.get(ana)]).toEqual(before);
});

test("a store that fails keeps the address before", async () => {
  const { db, store, ana } = await freshSite();
  await setAvatar(db, { store, renderer }, ana, sent(await picture("red")));
  const before = await urlOf(db, ana);
  const full = { ...store, put: () => Promise.reject(new Error("disk full")) };
  await expect(
    setAvatar(db, { store: full, renderer }, ana, sent(await picture("blue"))),
  ).rejects.toThrow("disk full");
  expect(await urlOf(db, ana)).toBe(before);
});

test("when the account was deleted or suspended meanwhile, no picture is kept", async () => {
  const { db, folder, store, ana } = await freshSite();
  const since = new Date().toISOString();
  await db.insertInto("suspensions").values({ user_id: ana, since, entry: 1 }).execute();
  for (const id of ["gone", ana]) {
    const set = await setAvatar(db, { store, renderer }, id, sent(await picture("red")));
    expect(set).toBe("no-such-person");
    expect(existsSync(join(folder, id))).toBe(false);
  }
});
