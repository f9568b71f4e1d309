import { expect, test } from "vitest";
import { defaultLanguage, isLanguage, languageCodes, languages } from "./languages.ts";

test("there are six languages, each under its own name, with Spanish as the default", () => {
  expect(languageCodes.toSorted()).toEqual(["de", "en", "es", "fr", "it", "pt"]);
  expect(defaultLanguage).toBe("es");
  for (const code of languageCodes) {
    const own = new Intl.DisplayNames(code, { type: "language" }).of(code)!;
    expect(languages[code].toLocaleLowerCase(code)).toBe(own.toLocaleLowerCase(code));
  }
});

test.each(["ES", "es-ES", "xx", "", " es", "toString", "__proto__", null, undefined, 1])(
  "%j is not a language of the site",
  (text) => {
    expect(isLanguage(text)).toBe(false);
  },
);
