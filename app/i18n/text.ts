/** More marks than any language needs (UAX #15, "Stream-Safe Text Format"); two Katakana characters normalise to marks. */
const endlessMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** The only caller of `String.prototype.normalize`, which is quadratic in the length of a run of marks. */
export function normalized(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
  return text.replace(endlessMarks, "$1").normalize(form);
}

/** The canonical form of a name (RULES.md 1.1); SQLite folds only ASCII. */
export function canonical(text: string): string {
  return normalized(text, "NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

const spelledOut: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  "&": " and ",
  "+": " plus ",
};

/** "Viktor&Rolf" → "viktor-and-rolf"; may be "". */
export function slugify(text: string): string {
  return normalized(text.replace(/['’‘`´ʼ′]/gu, ""), "NFKD")
    .toLowerCase()
    .replace(/[ßæœøđðþłı&+]/gu, (sign) => spelledOut[sign] ?? "")
    .replace(/\p{Mark}+/gu, "")
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-+|-+$/gu, "");
}
