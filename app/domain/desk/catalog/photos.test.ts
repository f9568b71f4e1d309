import { mkdtemp, readdir, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeEach, expect, test } from "vitest";
import { pagePhoto, photoFile } from "#app/uploads/photo-names.ts";
import type { Db } from "#db/database.ts";
import { deleteOldChangedRows } from "../undo/changed-rows.ts";
import { setRole } from "../operators.ts";
import { addAccount } from "../../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { noise, sent } from "../../../../tests/support/pictures.ts";
import { createPictureRenderer } from "#app/uploads/picture-renderer.ts";
import { createFolderStore } from "#app/uploads/folder-store.ts";
import { undo } from "../undo/undo.ts";
import { createPhotoStore, type PhotoStore } from "#app/domain/catalog/photo-store.ts";
import { deleteOldPhotos, isShown, removePhoto, setPhoto } from "./photos.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";

// Starting a process and rendering pictures is slow when many tests run at once.
const renderer = createPictureRenderer();
afterAll(() => renderer.close());

const day = 24 * 60 * 60 * 1000;
let db: Db;
let folder: string;
let store: PhotoStore;
let by: { actor: string; now: Date };
let id: number;

beforeEach(async () => {
  db = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "sosia-photos-"));
  store = createPhotoStore(createFolderStore(folder));
  by = { actor: await addAccount(db, "olga"), now: new Date() };
  await setRole(db, "olga", "moderator", by.now);
  id = await addPerfume(db, "Creed", "Aventus");
});

const photo = (text: string) => ({ card: Buffer.from(text), page: Buffer.from(`large ${text}`) });

async function fotoOf(perfume: number) {
  const row = db.selectFrom("perfumes").select("foto").where("id", "=", perfume);
  return (await row.executeTakeFirstOrThrow()).foto;
}

const read = async (foto: string) => {
  const [, , perfume, file] = foto.split("/");
  return String(Buffer.from((await store.get(Number(perfume), file!)) ?? "nothing"));
};

const files = async () => (await readdir(folder, { recursive: true })).toSorted();

test("a photo is rendered in two sizes without metadata, the card size in at most 20 KB", async () => {
  const pictures = [
    noise(3000, 4000)
      .withExif({ IFD0: { Make: "Telephone" } })
      .jpeg({ quality: 95 }),
    noise(900, 300).png(),
    noise(10, 10).webp(),
  ];
  for (const picture of pictures) {
    const made = await renderer.renderPhoto(sent(await picture.toBuffer()));
    if (typeof made === "string") throw new Error(made);
    const [card, page] = await Promise.all([
      sharp(made.card).metadata(),
      sharp(made.page).metadata(),
    ]);
    expect(card).toMatchObject({ format: "webp", width: 240, height: 320 });
    expect(page).toMatchObject({ format: "webp", width: 600, height: 800 });
    expect([card.exif, page.exif, card.icc, page.icc]).toEqual(Array(4).fill(undefined));
    expect(Buffer.from(made.page).includes("Telephone")).toBe(false);
    expect(made.card.length).toBeLessThanOrEqual(20_000);
    expect(made.page.length).toBeLessThanOrEqual(100_000);
  }
  expect(await renderer.renderPhoto(sent(Buffer.from("<svg/>")))).toBe("not-a-picture");
  const bomb = noise(1, 1).resize(5200, 5200, { kernel: "nearest" }).gif({ effort: 1 });
  expect(await renderer.renderPhoto(sent(await bomb.toBuffer()))).toBe("too-many-pixels");
});

test("a bottle's photo is added, replaced, removed, and each change undone", async () => {
  const first = await setPhoto(db, store, id, photo("one"), by);
  const one = (await fotoOf(id))!;
  expect(one).toMatch(new RegExp(`^/photos/${id}/card-[0-9a-f]{16}\\.webp$`));
  expect([await read(one), await read(pagePhoto(one))]).toEqual(["one", "large one"]);
  await setPhoto(db, store, id, photo("two"), by);
  expect(await isShown(db, one)).toBe(false);
  const gone = await removePhoto(db, id, by);
  expect(await fotoOf(id)).toBeNull();
  expect(await outcomeOf(removePhoto(db, id, by))).toBe("unchanged");
  await undo(db, gone.entry, "olga", by.now);
  expect(await read((await fotoOf(id))!)).toBe("two");
  expect(await outcomeOf(undo(db, first.entry, "olga", by.now))).toBe("changed-since");
});

test("a photo uploaded by someone who is not an operator, or for a missing bottle, leaves no file", async () => {
  const eva = { ...by, actor: await addAccount(db, "eva") };
  expect(await outcomeOf(setPhoto(db, store, id, photo("one"), eva))).toBe("not-allowed");
  expect(await outcomeOf(setPhoto(db, store, 99, photo("one"), by))).toBe("no-such-perfume");
  expect(await files()).toEqual([]);
});

test("a photo's files are deleted once no bottle uses it and no undo could restore it", async () => {
  await setPhoto(db, store, id, photo("one"), by);
  await setPhoto(db, store, id, photo("two"), by);
  const old = new Date(Date.now() - 400 * day);
  for (const file of await files()) await utimes(join(folder, file), old, old);
  await setPhoto(db, store, id, photo("three"), by);
  await removePhoto(db, id, by);
  const count = async () => (await files()).filter((file) => file.endsWith(".webp")).length;
  await deleteOldPhotos(db, store, by.now);
  expect(await count()).toBe(6);
  const later = new Date(by.now.getTime() + 31 * day);
  await setPhoto(db, store, id, photo("three"), by);
  await deleteOldChangedRows(db, later);
  await deleteOldPhotos(db, store, later);
  expect(await count()).toBe(2);
  expect(await read((await fotoOf(id))!)).toBe("three");
});

test("only a photo's name leads to a file", async () => {
  for (const [perfume, file] of [
    ["..", "card-0123456789abcdef.webp"],
    ["1", "../card-0123456789abcdef.webp"],
    ["1", "card-0123456789abcdef.svg"],
    ["01", "card-0123456789abcdef.webp"],
    ["1", "card-0123456789ABCDEF.webp"],
    ["1", "other-0123456789abcdef.webp"],
  ] as const)
    expect(photoFile(perfume, file)).toBeNull();
  await expect(store.put(1, "../x.webp", Buffer.from("x"))).rejects.toThrow("name of a photo");
  expect(await store.get(1, "card-0123456789abcdef.webp")).toBeNull();
  expect(pagePhoto("https://x.example/card-0123456789abcdef.webp")).toBe(
    "https://x.example/card-0123456789abcdef.webp",
  );
});
