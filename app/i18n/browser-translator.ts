import type { BrowserTranslator } from "./i18n.ts";
import type { Language } from "./languages.ts";
import { localeOf } from "./number-format.ts";

interface Texts {
  [key: string]: string | Texts;
}

/** i18next's `t` for what browsers load, where i18next itself would be 14 KB of brotli: keys, plurals and {{values}}. */
export function browserTranslator(language: Language, texts: Texts): BrowserTranslator {
  const plurals = new Intl.PluralRules(localeOf(language));
  const find = (key: string) =>
    key.split(".").reduce<Texts | string | undefined>((section, name) => {
      return typeof section === "object" ? section[name] : undefined;
    }, texts);
  const t = (key: string, values: Record<string, unknown> = {}) => {
    const { count } = values;
    const keys = typeof count === "number" ? [`${key}_${plurals.select(count)}`, key] : [key];
    if (count === 0) keys.unshift(`${key}_zero`);
    const text = keys.map(find).find((found) => typeof found === "string") ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/gu, (whole, name: string) =>
      String(values[name] ?? whole),
    );
  };
  return { language, t: t as BrowserTranslator["t"] };
}
