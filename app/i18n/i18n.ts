import { createInstance, type Resource, type TFunction } from "i18next";
import type { Language } from "./languages.ts";

/** One language's words. */
export interface Translator {
  language: Language;
  t: TFunction;
}

/** How many different texts with values in them are kept; what is over begins anew. */
const mostFilledIn = 5000;

/** @returns a translator for one language that is ready at once; its words are given, nothing is fetched. */
export function translator(language: Language, words: Resource[string]): Translator {
  const instance = createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: words },
    ns: Object.keys(words),
    defaultNS: "ui",
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return { language, t: remembering(instance.t) };
}

/** A page asks for the same few hundred texts each time, and looking one up costs more than drawing its element. */
function remembering(t: TFunction): TFunction {
  const known = new Map<string, unknown>();
  const remember = (key: string, options?: object) => {
    const name = options ? key + JSON.stringify(options) : key;
    let text = known.get(name);
    if (text === undefined) {
      if (known.size > mostFilledIn) known.clear();
      text = t(key as never, options as never);
      known.set(name, text);
    }
    return text;
  };
  return remember as TFunction;
}
