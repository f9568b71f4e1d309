import type { Language } from "./languages.ts";
import type desk from "./locales/es/desk.json";
import { type TextKey, translatorIn } from "./translators.server.ts";

type Desk = typeof desk;

/** A section of desk.json, which browsers never load (RULES.md 10.3). */
export function deskText<Name extends keyof Desk>(language: Language, name: Name): Desk[Name] {
  return translatorIn(language).t(`desk:${name}` as never, {
    returnObjects: true,
  }) as unknown as Desk[Name];
}

/** For texts with values. */
export function deskTranslations<Name extends keyof Desk>(language: Language, name: Name) {
  return (key: TextKey<Desk[Name]>, values?: object) =>
    translatorIn(language).t(`desk:${name}.${key}` as never, values as never) as unknown as string;
}
