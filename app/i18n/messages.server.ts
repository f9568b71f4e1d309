import type { Language } from "./languages.ts";
import spanish from "./locales/es/messages.json";
import { translatorIn } from "./translators.server.ts";

type Keys<Texts> = {
  [Area in keyof Texts & string]: `${Area}.${keyof Texts[Area] & string}`;
}[keyof Texts & string];

/** The key of a message about an action (RULES.md 14): "perfume.voted", "auth.weakPassword". */
export type MessageKey = Keys<typeof spanish>;

/** @returns whether an untrusted value is a message's key */
export function isMessage(key: unknown): key is MessageKey {
  if (typeof key !== "string") return false;
  const [area = "", name = ""] = key.split(".");
  return Object.hasOwn(spanish, area) && Object.hasOwn(spanish[area as keyof typeof spanish], name);
}

/** @returns the message in a language; only the server has these texts */
export function message(
  language: Language,
  key: MessageKey,
  values?: Record<string, string | number>,
) {
  return translatorIn(language).t(`messages:${key}` as never, values as never) as unknown as string;
}

/** @returns the text of the link to a suggested perfume or dupe that is in the catalogue */
export function seeKnown(language: Language, nombre: string): string {
  return message(language, "perfume.seeKnown", { nombre });
}
