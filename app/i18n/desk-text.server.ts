import type { Language } from "./languages.ts";
import type desk from "./locales/es/desk.json";
import { translatorIn } from "./translators.server.ts";

type Desk = typeof desk;

type Key<Text> = keyof Text & string extends infer Name
  ? Name extends `${infer Base}_${"one" | "many" | "other"}`
    ? Base
    : Name
  : never;

/** @returns a section of desk.json, which no browser loads: its pages are rendered on the server alone (RULES.md 25.2) */
export function deskText<Name extends keyof Desk>(language: Language, name: Name): Desk[Name] {
  return translatorIn(language).t(`desk:${name}` as never, {
    returnObjects: true,
  }) as unknown as Desk[Name];
}

/** @returns the translating function of a section, for texts with values */
export function deskTranslations<Name extends keyof Desk>(language: Language, name: Name) {
  return (key: Key<Desk[Name]>, values?: object) =>
    translatorIn(language).t(`desk:${name}.${key}` as never, values as never) as unknown as string;
}
