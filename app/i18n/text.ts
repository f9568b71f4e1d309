/**
 * More marks in a row than any language needs (UAX #15, D4, "Stream-Safe Text Format"), with the two half-width Katakana
 * marks, which are letters until they are normalised.
 */
const endlessMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalises untrusted text, of runs of combining marks the first 30: the time of `String.prototype.normalize`, which nobody
 * else may call, grows with the square of a run's length (RULES.md 18.13).
 */
export function normalized(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
  return text.replace(endlessMarks, "$1").normalize(form);
}

/** @returns the canonical form of a name (RULES.md 5.1), made here because SQLite folds ASCII only */
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

/** @returns lower-case ASCII letters and digits joined by hyphens, or "": "Viktor&Rolf" gives "viktor-and-rolf" */
export function slugify(text: string): string {
  return normalized(text.replace(/['’‘`´ʼ′]/gu, ""), "NFKD")
    .toLowerCase()
    .replace(/[ßæœøđðþłı&+]/gu, (sign) => spelledOut[sign] ?? "")
    .replace(/\p{Mark}+/gu, "")
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-+|-+$/gu, "");
}
