/** @returns the canonical form of a name (RULES.md 5.1), made here because SQLite folds ASCII only */
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

/** @returns lower-case ASCII letters and digits joined by hyphens, or "": "Viktor&Rolf" gives "viktor-and-rolf" */
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
