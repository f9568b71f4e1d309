import type { Language } from "./languages.ts";
import spanish from "./locales/es/messages.json";
import { translatorIn } from "./translators.server.ts";

type Keys<Texts> = {
  [Area in keyof Texts & string]: `${Area}.${keyof Texts[Area] & string}`;
}[keyof Texts & string];

/** What can be said of an action, done or refused (spec.md §5, §8): "perfume.voted", "auth.weakPassword". */
export type MessageKey = Keys<typeof spanish>;

export function isMessage(key: unknown): key is MessageKey {
  if (typeof key !== "string") return false;
  const [area = "", name = ""] = key.split(".");
  return Object.hasOwn(spanish, area) && Object.hasOwn(spanish[area as keyof typeof spanish], name);
}

/** @returns the message in a language; messages are said by the server alone, so browsers never load them */
export function message(language: Language, key: MessageKey, values?: Record<string, string>) {
  return translatorIn(language).t(`messages:${key}` as never, values as never) as unknown as string;
}

/** @returns the text of a link to what somebody suggested and we have already */
export function seeKnown(language: Language, nombre: string): string {
  return translatorIn(language).t("suggest.seeKnown", { nombre });
}
