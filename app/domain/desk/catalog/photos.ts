import { createHash } from "node:crypto";
import { cardPhoto, isOwnPhoto, pagePhoto } from "#app/uploads/photo-names.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { photosToKeep } from "../undo/changed-rows.ts";
import { mayDecide } from "../roles.ts";
import type { By } from "../log/audit.ts";
import { bottleOf, changeCatalog, type Done } from "./change.ts";
import type { PhotoStore } from "#app/domain/catalog/photo-store.ts";
import { setOfBottle } from "#app/domain/catalog/update-bottle.ts";

export interface Photo {
  card: Uint8Array;
  page: Uint8Array;
}

/** Writes the files first, so that no bottle refers to a missing one (RULES.md 10.16). */
export async function setPhoto(
  db: Db,
  store: PhotoStore,
  id: number,
  photo: Photo,
  by: By,
): Promise<Done> {
  if (!(await mayDecide(db, by.actor))) throw new Refused("not-allowed");
  await bottleOf(db, id);
  const foto = cardPhoto(id, hashOf(photo));
  await store.put(id, nameOf(foto), photo.card);
  await store.put(id, nameOf(pagePhoto(foto)), photo.page);
  return changePhoto(db, id, foto, "photo", by);
}

export async function removePhoto(db: Db, id: number, by: By): Promise<Done> {
  return changePhoto(db, id, null, "photo-remove", by);
}

async function changePhoto(
  db: Db,
  id: number,
  foto: string | null,
  action: "photo" | "photo-remove",
  by: By,
) {
  return changeCatalog(db, by, { perfumes: [id] }, async (tx) => {
    const bottle = await bottleOf(tx, id);
    if (bottle.foto === foto) throw new Refused("unchanged");
    await setOfBottle(tx, id, { foto }, by.now);
    const before = { foto: bottle.foto };
    return { action, subject: `perfume:${id}`, before, after: { foto }, perfumeId: id };
  });
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function hashOf({ card, page }: Photo): string {
  return createHash("sha256").update(card).update(page).digest("hex").slice(0, 16);
}

/** Only photos in use are served (RULES.md 10.16). */
export async function isShown(db: Db, foto: string): Promise<boolean> {
  const bottle = db.selectFrom("perfumes").select("id").where("foto", "=", foto).limit(1);
  return (await bottle.executeTakeFirst()) !== undefined;
}

/** Deletes photos that no bottle uses and no undo could restore (RULES.md 10.16). */
export async function deleteOldPhotos(db: Db, store: PhotoStore, now: Date): Promise<void> {
  const shown = await db
    .selectFrom("perfumes")
    .select("foto")
    .where("foto", ">=", "/photos/")
    .where("foto", "<", "/photos0")
    .execute();
  const kept = [...shown.map(({ foto }) => foto!), ...(await photosToKeep(db))];
  await store.sweep(new Set(kept.filter(isOwnPhoto)), now);
}
