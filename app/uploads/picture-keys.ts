import { photoFile } from "./photo-names.ts";

/** Where photos of bottles are; avatars are beside it, by person. */
export const photosPrefix = "photos/";

/** @throws Error for what is no person's id */
export function avatarKey(userId: string): string {
  return `${avatarPrefix(userId)}avatar.webp`;
}

/** All that is a person's. @throws Error for what is no person's id */
export function avatarPrefix(userId: string): string {
  if (!isPersonId(userId)) throw new Error("Not a person's id");
  return `${userId}/`;
}

export const isPersonId = (text: string): boolean =>
  /^[\w-]{1,64}$/u.test(text) && !text.endsWith("\n") && text !== "photos";

/** @returns whose avatar a key is of, and whether it is only what a killed upload left of one; null for any other */
export function avatarOf(key: string): { userId: string; isDraft: boolean } | null {
  const [, userId, draft] = /^([\w-]{1,64})\/avatar\.webp(\.[\w-]+)?$/u.exec(key) ?? [];
  if (!userId || userId === "photos") return null;
  return { userId, isDraft: draft !== undefined };
}

/** @throws Error for what is no photo's name */
export function photoKey(perfumeId: number, file: string): string {
  if (!photoFile(String(perfumeId), file)) throw new Error("Not the name of a photo");
  return `${photosPrefix}${perfumeId}/${file}`;
}

/**
 * @returns what `foto` says of the photo that a key is of, and whether it is only what a killed upload left of one; null for
 * any other key
 */
export function photoOf(key: string): { foto: string; isDraft: boolean } | null {
  const [, perfumeId = "", file = "", draft] =
    /^photos\/([^/]+)\/([^/]+?\.webp)(\.[\w-]+)?$/u.exec(key) ?? [];
  const photo = photoFile(perfumeId, file);
  return photo && { foto: photo.foto, isDraft: draft !== undefined };
}

/** @returns what a key is of; null for what this site does not write */
export function pictureKind(key: string): "avatar" | "photo" | null {
  if (avatarOf(key)?.isDraft === false) return "avatar";
  return photoOf(key)?.isDraft === false ? "photo" : null;
}
