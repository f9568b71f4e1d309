import { expect, test } from "vitest";
import { cleanLine, cleanText, isBlank } from "./clean-text.ts";

test.each([
  ["composed and decomposed accents", "Lanco\u0302me", "Lancôme"],
  ["spaces of every kind at the ends", "\u00a0\u3000\t Aventus \n\u2003", "Aventus"],
  ["controls", "Av\u0000en\u001b[31mtus\u007f\u009b", "Aven[31mtus"],
  ["a half of a character", "a\ud83d b\udc68", "a b"],
  ["overrides of direction", "gpj.\u202eexe\u202c.\u202a\u202b\u202d", "gpj.exe."],
  ["isolates and marks of direction", "\u2066a\u2067b\u2068c\u2069\u200e\u200f\u061c", "abc"],
  ["zero-width spaces, joins and byte order marks", "a\u200bb\u2060c\ufeffd\u180ee", "abcde"],
  ["code points that are no characters", "Aven\ufffetus\uffff\u{1fffe}\ufdd0", "Aventus"],
  ["soft hyphens and invisible operators", "per\u00adfu\u2063me", "perfume"],
  ["tags, with which text is smuggled", "hi\u{e0041}\u{e0020}\u{e007f}", "hi"],
  ["fillers that look like spaces", "a\u115fb\u1160c\u3164d\uffa0e", "abcde"],
  ["annotations", "a\ufff9b\ufffac\ufffb", "abc"],
  ["joiners between Latin letters", "Sau\u200dva\u200cge", "Sauvage"],
  ["joiners at the ends, in a row and beside spaces", "\u200da\u200d\u200c b\u200c", "a b"],
  ["selectors that select nothing", "\ufe0fa \ufe0fb\u0338\ufe0f\u{e0100}", "a b\u0338"],
  ["piled marks", `e${"\u0301\u0316".repeat(50)}!`, "é\u0316\u0316\u0316\u0316!"],
  [
    "piled marks held apart by what is not seen",
    `x${"\u0338\u200d\u034f".repeat(50)}`,
    "x\u0338\u0338\u0338\u0338",
  ],
])("cleans %s", (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
  expect(cleanLine(text)).toBe(clean);
});

test.each([
  ["a family", "👨‍👩‍👧‍👦"],
  ["skin tones", "👩🏽‍🚀👋🏿"],
  ["selectors before a joiner", "❤️‍🔥🏳️‍🌈"],
  ["keycaps and flags", "1️⃣🇪🇸"],
  ["Persian", "می‌خواهم"],
  ["Devanagari", "क्‍ष"],
  ["Vietnamese", "Nước hoa rất thơm"],
  ["Hebrew with points", "בְּרֵאשִׁית"],
  ["markup, which the page escapes", "<b>&amp; \"' 100 % {{x}}</b>"],
])("%s is kept as typed", (_, text) => {
  expect(cleanText(text)).toBe(text.normalize("NFC"));
  expect(cleanLine(text)).toBe(text.normalize("NFC"));
});

test.each([
  ["one\r\ntwo\rthree\u2028four\u0085five\vsix", "one\ntwo\nthree\nfour\nfive\nsix"],
  ["one\n\n\n\ntwo\n \n\t\n \n\u200b\nthree", "one\n\ntwo\n\nthree"],
  ["\n\n one \n", "one"],
])("line breaks are kept, with at most one empty line in a row: %j", (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test("a single line loses line breaks and repeated spaces", () => {
  expect(cleanLine(" Club\u00a0 de\r\n\r\nNuit\u3000\tIntense ")).toBe("Club de Nuit Intense");
});

test.each([
  "",
  " \n\t\u00a0",
  "\u200b\u2060\ufeff",
  "\u3164\u115f",
  "\u2800\u2800",
  "\u0301\ufe0f",
  "\u202e \u{e0041}",
  "\u0000",
])("%j is blank", (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(["a", "5", "!", "👍", "香", " \u200bя "])("%j is not blank", (text) => {
  expect(isBlank(text)).toBe(false);
});

test("cleaning twice gives the same text as cleaning once", () => {
  const pieces = [
    ..."aé=ß 字क\n\r\t\u00a0\u0301\u0316\u0338\u094d\u093c\u09be\u09c7\u1100\u1161\u11a8\u200b\u200c\u200d\u034f\u202e\ufe0f\u{1f468}\u{1f525}\u{1f3fd}می\u0958\ufb2c\u{1d15e}\u212b",
    "\ud800",
    "\udc00",
  ];
  const unsettled: string[] = [];
  for (let seed = 1; seed <= 20_000; seed++) {
    const text = Array.from(numbers(seed, 12), (n) => pieces[n % pieces.length]).join("");
    for (const clean of [cleanText, cleanLine]) {
      const once = clean(text);
      if (clean(once) !== once || once !== once.normalize("NFC") || !once.isWellFormed())
        unsettled.push(`${clean.name} of ${JSON.stringify(text)}`);
    }
  }
  expect(unsettled).toEqual([]);
});

/** Seeded, so that failures can be reproduced. */
function* numbers(seed: number, count: number): Generator<number> {
  for (let i = 0, n = seed * 2_654_435_761; i < count; i++) {
    n = (Math.imul(n, 1_664_525) + 1_013_904_223) >>> 0;
    yield n >>> 8;
  }
}

test("a text of removed characters only is cleaned, however long", () => {
  const many = 200_000;
  expect(cleanText("a" + " ".repeat(many) + "b").length).toBe(many + 2);
  expect(cleanText("a" + "\u200d".repeat(many) + "b")).toBe("ab");
  expect(cleanText("a" + "\n ".repeat(many) + "b")).toBe("a\n\n b");
  expect(cleanText("x" + "\u0338".repeat(many)).length).toBe(5);
});
