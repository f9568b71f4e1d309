import { photoFile } from "./photo-names.ts";

export const photosPrefix = "photos/";

export function avatarKey(userId: string): string {
  return `${avatarPrefix(userId)}avatar.webp`;
}

export function avatarPrefix(userId: string): string {
  if (!isPersonId(userId)) throw new Error("Not a person's id");
  return `${userId}/`;
}

export const isPersonId = (text: string): boolean =>
  /^[\w-]{1,64}$/u.test(text) && !text.endsWith("\n") && text !== "photos";

export function avatarOf(key: string): { userId: string; isDraft: boolean } | null {
  const [, userId, draft] = /^([\w-]{1,64})\/avatar\.webp(\.[\w-]+)?$/u.exec(key) ?? [];
  if (!userId || userId === "photos") return null;
  return { userId, isDraft: draft !== undefined };
}

export function photoKey(perfumeId: number, file: string): string {
  if (!photoFile(String(perfumeId), file)) throw new Error("Not the name of a photo");
  return `${photosPrefix}${perfumeId}/${file}`;
}

export function photoOf(key: string): { foto: string; isDraft: boolean } | null {
  const [, perfumeId = "", file = "", draft] =
    /^photos\/([^/]+)\/([^/]+?\.webp)(\.[\w-]+)?$/u.exec(key) ?? [];
  const photo = photoFile(perfumeId, file);
  return photo && { foto: photo.foto, isDraft: draft !== undefined };
}

export function pictureKind(key: string): "avatar" | "photo" | null {
  if (avatarOf(key)?.isDraft === false) return "avatar";
  return photoOf(key)?.isDraft === false ? "photo" : null;
}
