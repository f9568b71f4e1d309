import type { Language } from "./languages.ts";
import spanish from "./locales/es/messages.json";
import { translatorIn } from "./translators.server.ts";

type Keys<Texts> = {
  [Area in keyof Texts & string]: `${Area}.${keyof Texts[Area] & string}`;
}[keyof Texts & string];

/** E.g. "perfume.voted", "auth.weakPassword" (RULES.md 11.14). */
export type MessageKey = Keys<typeof spanish>;

export function isMessage(key: unknown): key is MessageKey {
  if (typeof key !== "string") return false;
  const [area = "", name = ""] = key.split(".");
  return Object.hasOwn(spanish, area) && Object.hasOwn(spanish[area as keyof typeof spanish], name);
}

export function message(
  language: Language,
  key: MessageKey,
  values?: Record<string, string | number>,
) {
  return translatorIn(language).t(`messages:${key}` as never, values as never) as unknown as string;
}

/** The link to a suggested perfume or dupe that already exists. */
export function seeKnown(language: Language, nombre: string): string {
  return message(language, "perfume.seeKnown", { nombre });
}
