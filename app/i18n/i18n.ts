import { createInstance, type FormatterModule, type Resource, type TFunction } from "i18next";
import type { Language } from "./languages.ts";

export interface Translator {
  language: Language;
  t: TFunction;
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
  if (formatter) instance.use(formatter);
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

/** i18next takes longer to look up a text than React takes to render it. */
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
