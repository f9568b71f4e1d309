import { expect, test } from "vitest";
import { negotiateLanguage } from "./negotiate.ts";

test.each([
  ["de", "de"],
  ["DE", "de"],
  ["pt-BR", "pt"],
  ["en-US,en;q=0.9,es;q=0.8", "en"],
  ["fr;q=0.5, it;q=0.8", "it"],
  ["ja, ko;q=0.9, it-CH;q=0.1", "it"],
  ["zh-Hant-TW, de-AT", "de"],
  // Equal weights follow the order of the header, with or without a region.
  ["de-AT, en", "de"],
  ["en, de-AT", "en"],
  ["pt-BR, fr", "pt"],
  ["en;q=0, de;q=0.1", "de"],
])("Accept-Language %j gives %s", (header, language) => {
  expect(negotiateLanguage(undefined, header)).toBe(language);
});

test.each([
  null,
  "",
  "*",
  "ja, ko",
  "ja, *;q=0.5, de;q=0.3",
  "en;q=0",
  ";;q=;,,*",
  "deutsch",
  "fr;q=abc",
  "toString, __proto__",
  ",".repeat(10_000),
])("%j contains none of our languages, so the result is Spanish", (header) => {
  expect(negotiateLanguage(undefined, header)).toBe("es");
});

test("a remembered language takes precedence over the browser's, if it is one of ours", () => {
  expect(negotiateLanguage("it", "de")).toBe("it");
  expect(negotiateLanguage("it", null)).toBe("it");
  expect(negotiateLanguage("xx", "de")).toBe("de");
  expect(negotiateLanguage("IT", "de")).toBe("de");
  expect(negotiateLanguage("", null)).toBe("es");
});
