import { createInstance, type Resource, type TFunction } from "i18next";
import type { Language } from "./languages.ts";

export interface Translator {
  language: Language;
  t: TFunction;
}

/** texts; then the cache starts anew */
const maxCached = 5000;

/** Ready at once. @param resources the language's texts by namespace */
export function translator(language: Language, resources: Resource[string]): Translator {
  const instance = createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: resources },
    ns: Object.keys(resources),
    defaultNS: "ui",
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return { language, t: memoize(instance.t) };
}

/** i18next takes longer to find a text than React to render its element. */
function memoize(t: TFunction): TFunction {
  const cache = new Map<string, unknown>();
  const memoized = (key: string, options?: object) => {
    const name = options ? key + JSON.stringify(options) : key;
    let text = cache.get(name);
    if (text === undefined) {
      if (cache.size > maxCached) cache.clear();
      text = t(key as never, options as never);
      cache.set(name, text);
    }
    return text;
  };
  return memoized as TFunction;
}
