import deMessages from "#app/i18n/locales/de/messages.json";
import deUi from "#app/i18n/locales/de/ui.json";
import enMessages from "#app/i18n/locales/en/messages.json";
import enUi from "#app/i18n/locales/en/ui.json";
import esMessages from "#app/i18n/locales/es/messages.json";
import esUi from "#app/i18n/locales/es/ui.json";
import frMessages from "#app/i18n/locales/fr/messages.json";
import frUi from "#app/i18n/locales/fr/ui.json";
import itMessages from "#app/i18n/locales/it/messages.json";
import itUi from "#app/i18n/locales/it/ui.json";
import ptMessages from "#app/i18n/locales/pt/messages.json";
import ptUi from "#app/i18n/locales/pt/ui.json";

const words = {
  de: { ...deUi, ...areas(deMessages) },
  en: { ...enUi, ...areas(enMessages) },
  es: { ...esUi, ...areas(esMessages) },
  fr: { ...frUi, ...areas(frMessages) },
  it: { ...itUi, ...areas(itMessages) },
  pt: { ...ptUi, ...areas(ptMessages) },
};

export type Code = keyof typeof words;
export const codes = ["es", "en", "fr", "de", "it", "pt"] as const satisfies Code[];

/** What the site says of an action ("messages:perfume.voted") or shows on a page ("form.error"), in a language. */
export function translated(code: Code, key: string, values: Record<string, string> = {}): string {
  const [area = "", name = ""] = key.split(".");
  const found = (words[code] as unknown as Record<string, Record<string, string>>)[area]?.[name];
  if (found === undefined) throw new Error(`${code} has no ${key}`);
  return Object.entries(values).reduce((text, [k, v]) => text.replace(`{{${k}}}`, v), found);
}

function areas<T extends object>(
  messages: T,
): { [K in keyof T & string as `messages:${K}`]: T[K] } {
  return Object.fromEntries(
    Object.entries(messages).map(([area, names]) => [`messages:${area}`, names]),
  ) as never;
}
