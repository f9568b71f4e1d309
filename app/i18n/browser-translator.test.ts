import { readFileSync } from "node:fs";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { browserTranslator } from "./browser-translator.ts";
import { translator } from "./i18n.ts";
import { languageCodes } from "./languages.ts";

type Call = [key: string, values?: object];

/** Every key with every value that its text names, and as many counts as plurals can distinguish. */
function callsOf(texts: Record<string, Record<string, string>>): Call[] {
  return Object.entries(texts).flatMap(([area, named]) =>
    Object.entries(named).flatMap(([name, text]): Call[] => {
      const key = `${area}.${name.replace(/_(?:zero|one|many|other)$/u, "")}`;
      const names = [...text.matchAll(/\{\{(\w+)\}\}/gu)].map(([, value]) => value!);
      const values = Object.fromEntries(names.map((value) => [value, `<${value}> $& $1`]));
      const counts = [0, 1, 2, 5, 1_000_000].map((count): Call => [key, { ...values, count }]);
      return key.endsWith(name) ? [[key, values], ...counts] : counts;
    }),
  );
}

test.each(languageCodes)(
  "browsers say in %s what i18next would, whatever the count and the values",
  (code) => {
    const texts = JSON.parse(
      readFileSync(new URL(`./locales/${code}/ui.json`, import.meta.url), "utf8"),
    );
    const said = ({ t }: { t: TFunction }, [key, values]: Call) =>
      (t as (key: string, values?: object) => string)(key, values);
    const calls = callsOf(texts);
    expect(calls.length).toBeGreaterThan(100);
    const whole = translator(code, { ui: texts });
    const small = browserTranslator(code, texts);
    expect(calls.map((call) => said(small, call))).toEqual(calls.map((call) => said(whole, call)));
    expect(said(small, ["nowhere.at.all"])).toBe("nowhere.at.all");
  },
);
