import type { ParseKeys } from "i18next";
import spanish from "./locales/es/messages.json";

/** E.g. "perfume.voted", "auth.weakPassword" (RULES.md 11.14). */
export type MessageKey = ParseKeys<"messages">;

export function isMessage(key: unknown): key is MessageKey {
  if (typeof key !== "string") return false;
  const [area = "", name = ""] = key.split(".");
  return Object.hasOwn(spanish, area) && Object.hasOwn(spanish[area as keyof typeof spanish], name);
}
