import { expect, test } from "vitest";
import { languageCodes } from "./languages.ts";
import { familyWords, noteWords } from "./note-words.server.ts";
import { englishFamily, englishNote, familyIn, noteIn } from "./fact-words.server.ts";
import { canonical } from "./text.ts";

test.each([
  ["saffron", ["azafrán", "saffron", "safran", "Safran", "zafferano", "açafrão"]],
  [
    "Lily of the Valley",
    ["muguete", "lily of the valley", "muguet", "Maiglöckchen", "mughetto", "lírio-do-vale"],
  ],
  ["fougère", ["fougère", "fougère", "fougère", "fougère", "fougère", "fougère"]],
])("the note %s has a word in every language, in any spelling", (note, words) => {
  expect(languageCodes.map((code) => noteIn(code, note))).toEqual(words);
});

test("a family of several words is translated word by word", () => {
  expect(languageCodes.map((code) => familyIn(code, "Woody Aromatic"))).toEqual([
    "amaderada aromática",
    "woody aromatic",
    "boisée aromatique",
    "holzig aromatisch",
    "legnosa aromatica",
    "amadeirada aromática",
  ]);
  expect(familyIn("es", "floral-fruity")).toBe("floral afrutada");
  expect(familyIn("fr", "white floral")).toBe("fleurs blanches");
});

test.each([
  ["es", "Azafran", "saffron"],
  ["es", "saffron", "saffron"],
  ["fr", "citron", "lemon"],
  ["fr", "lemon", "lemon"],
  ["de", "Maiglöckchen", "lily of the valley"],
  ["it", "fiori d'arancio", "orange blossom"],
  ["pt", "oud", "oud"],
  ["en", "Bergamot", "bergamot"],
  ["es", "Aurantiol™", "Aurantiol™"],
] as const)("in %s the note %s is stored as %s", (language, typed, english) => {
  expect(englishNote(language, typed, [])).toBe(english);
});

test("a word that several English names have stays the bottle's own", () => {
  expect(englishNote("es", "cedro", [])).toBe("cedar");
  expect(englishNote("es", "cedro", ["musk", "cedarwood"])).toBe("cedarwood");
  expect(englishFamily("es", "floral afrutada", "floral-fruity")).toBe("floral-fruity");
});

test.each([
  ["es", "amaderada aromatica", "woody aromatic"],
  ["fr", "fleurs blanches", "white floral"],
  ["de", "woody", "woody"],
  ["it", "notte stellata", "notte stellata"],
] as const)("in %s the family %s is stored as %s", (language, typed, english) => {
  expect(englishFamily(language, typed)).toBe(english);
});

test.each(["Aurantiol™", "بخور", "woody moonlight", "constructor"])(
  "what the table lacks is shown as it was written: %s",
  (word) => {
    for (const code of languageCodes) {
      expect(noteIn(code, word)).toBe(word);
      expect(familyIn(code, word)).toBe(word);
    }
  },
);

test.each([
  ["notes", noteWords, 150],
  ["families", familyWords, 15],
])("the table of %s has every word once, in six languages", (_, table, atLeast) => {
  const rows = table
    .trim()
    .split("\n")
    .map((row) => row.split("|"));
  const english = rows.map(([word]) => word!);
  expect(rows.length).toBeGreaterThan(atLeast);
  expect(new Set(english).size).toBe(rows.length);
  expect(english).toEqual(english.map(canonical));
  for (const row of rows) {
    expect(row).toHaveLength(languageCodes.length);
    for (const word of row) expect(word).toMatch(/^[\p{L}’'-]+(?: [\p{L}’'-]+)*$/u);
  }
});
