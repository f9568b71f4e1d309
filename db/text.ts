/**
 * @returns the canonical form, in which two spellings of a name are equal: NFKC, lower case, single spaces (RULES.md 5.1).
 * Not in SQL, because SQLite folds ASCII only.
 */
export function canonical(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
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

/**
 * @returns a name for an address: lower-case ASCII letters and digits joined by hyphens, "" when none is left
 * @example slugify("Viktor&Rolf") === "viktor-and-rolf"
 */
export function slugify(text: string): string {
  return text
    .replace(/['’‘`´ʼ′]/gu, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[ßæœøđðþłı&+]/gu, (sign) => spelledOut[sign] ?? "")
    .replace(/\p{Mark}+/gu, "")
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-+|-+$/gu, "");
}
