import { createHash } from "node:crypto";
import type { Db } from "#db/database.ts";
import { notSuspended } from "./suspensions.ts";
import type { AvatarRenderer, SentPicture, Unrendered } from "#app/uploads/picture-renderer.ts";
import type { AvatarStore, StoredAvatar } from "./avatar-store.ts";

/** From the content, so that caches may keep an address without end. */
export function avatarVersion(image: Uint8Array): string {
  return createHash("sha256").update(image).digest("hex").slice(0, 10);
}

/** RULES.md 9.9. */
export async function setAvatar(
  db: Db,
  { store, renderer }: { store: AvatarStore; renderer: AvatarRenderer },
  userId: string,
  picture: SentPicture,
): Promise<{ url: string } | Unrendered | "no-such-person"> {
  const rendered = await renderer.render(picture);
  if (typeof rendered === "string") return rendered;
  const url = `/avatars/${userId}/avatar.webp?v=${avatarVersion(rendered.image)}`;
  if (!(await mayHavePicture(db, userId))) return "no-such-person";
  // No transaction: the store may be far away, and nobody could write meanwhile.
  const before = await store.get(userId);
  await store.put(userId, rendered.image);
  let written = false;
  try {
    written = await writeUrl(db, userId, url);
  } finally {
    if (!written) await putBack(db, store, userId, before);
  }
  return written ? { url } : "no-such-person";
}

/** Of a person who is gone meanwhile nothing stays. What fails here is swept (RULES.md 14.12). */
async function putBack(
  db: Db,
  store: AvatarStore,
  userId: string,
  before: Uint8Array | null,
): Promise<void> {
  // A failing database is no reason to lose a picture.
  const isGone = await findPerson(db, userId).then(
    (person) => person === undefined,
    () => false,
  );
  await (before && !isGone ? store.put(userId, before) : store.remove(userId)).catch(
    (error: Error) => console.error(`An avatar was not put back: ${error.message}`),
  );
}

async function mayHavePicture(db: Db, userId: string): Promise<boolean> {
  const person = personWith(db, userId).where(notSuspended("usuarios.id"));
  return (await person.executeTakeFirst()) !== undefined;
}

const findPerson = (db: Db, userId: string) => personWith(db, userId).executeTakeFirst();

const personWith = (db: Db, userId: string) =>
  db.selectFrom("usuarios").select("id").where("id", "=", userId);

async function writeUrl(db: Db, userId: string, avatar_url: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("usuarios")
    .set({ avatar_url })
    .where("id", "=", userId)
    .where(notSuspended("usuarios.id"))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns false when the store fails: `deleteOldAvatars` removes the avatar within a day */
export async function removeAvatar(store: AvatarStore, userId: string): Promise<boolean> {
  try {
    await store.remove(userId);
    return true;
  } catch (error) {
    console.error(`An avatar is removed later: ${(error as Error).message}`);
    return false;
  }
}

/** The upload of a picture that no row names may not have ended. */
const graceMs = 24 * 60 * 60 * 1000;
const batchSize = 500;
/** More people than this, all unknown to the database, are another site's. */
const maxOfNobody = 10;

/** Avatars stay behind when the store fails or a process is killed (RULES.md 14.12). @throws Error when the store is another site's */
export async function deleteOldAvatars(db: Db, store: AvatarStore, now: Date): Promise<void> {
  const ofNobody = new Set<string>();
  let known = 0;
  const settle = async (batch: StoredAvatar[]) => {
    const ids = [...new Set(batch.map(({ userId }) => userId))];
    const rows = await db
      .selectFrom("usuarios")
      .select(["id", "avatar_url"])
      .where("id", "in", ids)
      .execute();
    known += rows.length;
    const people = new Map(rows.map(({ id, avatar_url }) => [id, avatar_url]));
    for (const { key, userId, isDraft, modified } of batch) {
      const url = people.get(userId);
      if (url === undefined) ofNobody.add(userId);
      else if (isDraft || !url?.startsWith(`/avatars/${userId}/`))
        if (now.getTime() - modified.getTime() > graceMs) await store.removeFile(key);
    }
  };
  const batch: StoredAvatar[] = [];
  for await (const avatar of store.list()) {
    batch.push(avatar);
    if (batch.length === batchSize) await settle(batch.splice(0));
  }
  await settle(batch);
  if (known === 0 && ofNobody.size > maxOfNobody)
    throw new Error("The store of pictures is another site's: it knows none of this one's people.");
  for (const userId of ofNobody) await store.remove(userId);
}
