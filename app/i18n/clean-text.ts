import { normalized } from "./text.ts";

const lineEnd = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** Controls, lone surrogates and noncharacters, which XML forbids (Unicode 23.7). */
const broken = /(?!\n)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Characters that can make one text look like another (UTR #36); joiners and variation selectors can be spelling. */
const invisible =
  /(?![\u200c\u200d\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Selectors that would split a run of marks (`piledMarks`). */
const looseSelectors = /(?<![^\s\p{M}\u200c\u200d])\p{Variation_Selector}/gu;

/** Joiners used in spelling, e.g. in Persian; also after a symbol, because NFC may compose it. */
const joinedLetters =
  /(?<=[\p{L}\p{M}\p{S}])[\u200c\u200d](?!\p{M})(?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])/u;

const joinedEmoji =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/u;

const joiners = new RegExp(
  `(${joinedLetters.source}|${joinedEmoji.source})|[\\u200c\\u200d]`,
  "gu",
);

/** More marks than any language puts on one letter; they would cover neighbouring lines. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;

const simpleSpaces = (text: string) => text.replace(lineEnd, "\n").replace(/\t/gu, " ");

function withoutTricks(text: string): string {
  const seen = simpleSpaces(text).replace(broken, "").replace(invisible, "");
  const spelled = normalized(seen, "NFC").replace(looseSelectors, "").replace(joiners, "$1");
  // Repeated, because a removal can make other characters adjacent.
  return normalized(spelled, "NFC").replace(piledMarks, "$1");
}

/** Cleans untrusted multi-line text (RULES.md 12.3). Idempotent. */
export function cleanText(text: string): string {
  return withoutTricks(text)
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/gu, "\n\n")
    .trim();
}

/** Like `cleanText`, for one line with single spaces. */
export function cleanLine(text: string): string {
  return withoutTricks(text).replace(/\s+/gu, " ").trim();
}

/** @param maxLength UTF-16 units; never splits a character */
export function truncate(line: string, maxLength: number): string {
  return line
    .slice(0, maxLength)
    .replace(/\p{Cs}$/u, "")
    .trim();
}

/** Whether cleaning would remove a character. */
export function hasInvisible(text: string): boolean {
  const spaced = simpleSpaces(text);
  return spaced.search(broken) >= 0 || spaced.search(invisible) >= 0;
}

/** Unicode classes the blank Braille cell as a symbol. */
const visible = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

export function isBlank(text: string): boolean {
  return !visible.test(withoutTricks(text));
}
