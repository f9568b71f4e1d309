import { createHash } from "node:crypto";
import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transactions.ts";
import { notSuspended } from "#db/suspended.ts";
import type { AvatarRenderer, SentPicture, Unrendered } from "./avatar-image.ts";
import type { AvatarStore } from "./avatar-store.ts";

/** @returns 10 hex digits made from the content, for an address that caches may keep without end */
export function avatarVersion(image: Uint8Array): string {
  return createHash("sha256").update(image).digest("hex").slice(0, 10);
}

/** Stores a user's avatar (RULES.md 7.10). @returns its address, or why not */
export async function setAvatar(
  db: Db,
  { store, renderer }: { store: AvatarStore; renderer: AvatarRenderer },
  userId: string,
  picture: SentPicture,
): Promise<{ url: string } | Unrendered | "no-such-person"> {
  const rendered = await renderer.render(picture);
  if (typeof rendered === "string") return rendered;
  const url = `/avatars/${userId}/avatar.webp?v=${avatarVersion(rendered.image)}`;
  return inTransaction(db, async (tx) => {
    if (!(await writeUrl(tx, userId, url))) return "no-such-person";
    // Last: when either fails, address and picture stay as they were.
    await store.put(userId, "webp", rendered.image);
    return { url };
  });
}

async function writeUrl(db: Db, userId: string, avatar_url: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("usuarios")
    .set({ avatar_url })
    .where("id", "=", userId)
    .where(notSuspended("usuarios.id"))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
