import { createHash } from "node:crypto";
import type { Db } from "#db/database.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { notSuspended, requireWriter } from "./suspensions.ts";
import type { PictureRenderer, SentPicture, Unrendered } from "#app/uploads/picture-renderer.ts";
import type { FileStore } from "#app/uploads/file-store.ts";
import { avatarKey, avatarOf, avatarPrefix, isPersonId } from "#app/uploads/picture-keys.ts";

/** Avatars, `{userId}/avatar.webp` in the picture store (RULES.md 9.9). Throws what a FileStore throws. */
export type AvatarStore = ReturnType<typeof createAvatarStore>;

interface StoredAvatar {
  key: string;
  userId: string;
  isDraft: boolean;
  modified: Date;
}

export function createAvatarStore(files: FileStore) {
  return {
    /** Atomic: readers get either the old or the new avatar. */
    put: async (userId: string, bytes: Uint8Array) => files.put(avatarKey(userId), bytes),
    get: async (userId: string) => (isPersonId(userId) ? files.get(avatarKey(userId)) : null),

    async remove(userId: string) {
      // First by key: some stores' lists lag behind.
      await files.remove(avatarKey(userId));
      await files.remove(avatarPrefix(userId));
    },

    removeFile: (key: string) => files.remove(key),

    async *list(): AsyncGenerator<StoredAvatar> {
      for await (const { key, modified } of files.list("")) {
        const avatar = avatarOf(key);
        if (avatar) yield { key, modified, ...avatar };
      }
    },
  };
}

/** Derived from the content, so addresses can be cached for ever. */
export function avatarVersion(image: Uint8Array): string {
  return createHash("sha256").update(image).digest("hex").slice(0, 10);
}

/** RULES.md 9.9. @throws Refused "no-such-person" */
export async function setAvatar(
  db: Db,
  { store, renderer }: { store: AvatarStore; renderer: PictureRenderer },
  userId: string,
  picture: SentPicture,
): Promise<{ url: string } | Unrendered> {
  const rendered = await renderer.render(picture);
  if (typeof rendered === "string") return rendered;
  const url = `/avatars/${userId}/avatar.webp?v=${avatarVersion(rendered.image)}`;
  await requireWriter(db, userId);
  // No transaction: a slow store would block other writers.
  const before = await store.get(userId);
  await store.put(userId, rendered.image);
  let written = false;
  try {
    written = await writeUrl(db, userId, url);
  } finally {
    if (!written) await putBack(db, store, userId, before);
  }
  if (!written) throw new Refused("no-such-person");
  return { url };
}

/** Keeps nothing of a person deleted meanwhile. Failures are left to the sweep (RULES.md 14.12). */
async function putBack(
  db: Db,
  store: AvatarStore,
  userId: string,
  before: Uint8Array | null,
): Promise<void> {
  // A failing database must not lose the picture.
  const isGone = await findPerson(db, userId).then(
    (person) => person === undefined,
    () => false,
  );
  await (before && !isGone ? store.put(userId, before) : store.remove(userId)).catch(
    (error: Error) => console.error(`An avatar could not be put back: ${error.message}`),
  );
}

const findPerson = (db: Db, userId: string) =>
  db.selectFrom("usuarios").select("id").where("id", "=", userId).executeTakeFirst();

async function writeUrl(db: Db, userId: string, avatar_url: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("usuarios")
    .set({ avatar_url })
    .where("id", "=", userId)
    .where(notSuspended("usuarios.id"))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns false when the store fails; `deleteOldAvatars` then removes the avatar within a day */
export async function removeAvatar(store: AvatarStore, userId: string): Promise<boolean> {
  try {
    await store.remove(userId);
    return true;
  } catch (error) {
    console.error(`An avatar will be removed later: ${(error as Error).message}`);
    return false;
  }
}

/** An unreferenced picture can belong to a running upload. */
const graceMs = 24 * 60 * 60 * 1000;
const batchSize = 500;
/** With more people than this, all unknown to the database, the store belongs to another site. */
const maxOfNobody = 10;

/** Removes avatars left by a failed store or a killed process (RULES.md 14.12). @throws Error when the store belongs to another site */
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
    throw new Error(
      "The picture store belongs to another site: it has none of this site's people.",
    );
  for (const userId of ofNobody) await store.remove(userId);
}
