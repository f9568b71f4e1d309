import {
  createInstance,
  type FormatterModule,
  type ParseKeys,
  type Resource,
  type TFunction,
} from "i18next";
import type { Language } from "./languages.ts";
import { localeOf } from "./number-format.ts";

export const namespaces = ["ui", "pages", "messages", "emails", "desk"] as const;

type Namespaces = typeof namespaces;

/** "nav.login" is a text of ui.json; others begin with their file: "messages:auth.fillIn". */
export type TextKey = ParseKeys<Namespaces>;

export interface Translator {
  language: Language;
  /** Caches its results: values must not be secrets, such as links. */
  t: TFunction<Namespaces>;
  /** whether data, such as a field's name, made the key of a text */
  has(key: string): key is TextKey;
}

/** Browsers load ui.json alone. */
export interface BrowserTranslator {
  language: Language;
  t: TFunction<"ui">;
}

/** number of texts after which the cache is cleared */
const maxCached = 5000;

/** Synchronous. @param resources the language's texts by namespace @param formatter what "{{name, de}}" means; on the server */
export function translator(
  language: Language,
  resources: Resource[string],
  formatter?: FormatterModule,
): Translator {
  const instance = createInstance();
  // Its plurals are of Portugal, where nought is not one.
  const lng = localeOf(language);
  if (formatter) instance.use(formatter);
  void instance.init({
    lng,
    load: "currentOnly",
    resources: { [lng]: resources },
    ns: Object.keys(resources),
    defaultNS: "ui",
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return { language, t: memoize(instance.t), has: (key): key is TextKey => instance.exists(key) };
}

type AnyT = (key: string, options?: object) => unknown;

/** i18next takes longer to look up a text than React takes to render it. */
function memoize(t: TFunction): Translator["t"] {
  const cache = new Map<string, unknown>();
  const memoized: AnyT = (key, options) => {
    const name = options ? key + JSON.stringify(options) : key;
    let text = cache.get(name);
    if (text === undefined) {
      if (cache.size > maxCached) cache.clear();
      text = (t as AnyT)(key, options);
      cache.set(name, text);
    }
    return text;
  };
  return memoized as Translator["t"];
}
