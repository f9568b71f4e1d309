import { expect, test } from "vitest";
import { languageCodes } from "./languages.ts";
import { inLanguage, withoutLanguage } from "./paths.ts";

test.each([
  ["/", "/fr", "/"],
  ["/es", "/fr", "/"],
  ["/es/", "/fr", "/"],
  ["/about", "/fr/about", "/about"],
  ["/es/about", "/fr/about", "/about"],
  ["/es/perfume/creed-aventus-7", "/fr/perfume/creed-aventus-7", "/perfume/creed-aventus-7"],
  ["/?q=es", "/fr?q=es", "/?q=es"],
  ["/es?q=libre", "/fr?q=libre", "/?q=libre"],
  ["/es/?q=libre", "/fr?q=libre", "/?q=libre"],
  ["/#explore", "/fr#explore", "/#explore"],
  ["/es#how", "/fr#how", "/#how"],
  [
    "/es/perfume/x-7?reviews=7#dupe-7",
    "/fr/perfume/x-7?reviews=7#dupe-7",
    "/perfume/x-7?reviews=7#dupe-7",
  ],
  ["/esencia", "/fr/esencia", "/esencia"],
  ["/ES/about", "/fr/ES/about", "/ES/about"],
  ["/xx/about", "/fr/xx/about", "/xx/about"],
  ["/es/de/about", "/fr/de/about", "/de/about"],
  ["/toString", "/fr/toString", "/toString"],
])("%s is %s in French and %s without a language", (path, french, bare) => {
  expect(inLanguage("fr", path)).toBe(french);
  expect(withoutLanguage(path)).toBe(bare);
});

test("changing the language and back gives the same address", () => {
  for (const path of ["/", "/about", "/perfume/x-7?reviews=7#r", "/?q=a", "/#explore"])
    for (const from of languageCodes)
      for (const to of languageCodes) {
        const there = inLanguage(to, inLanguage(from, path));
        expect(there).toBe(inLanguage(to, path));
        expect(withoutLanguage(there)).toBe(path);
      }
});

test("text after a line break stays part of the address", () => {
  expect(inLanguage("fr", "/es/a\nb")).toBe("/fr/a\nb");
});
