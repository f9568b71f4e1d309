import { normalized } from "./text.ts";

const lineEnd = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** Controls, halves of characters, and code points that are none, which XML forbids (Unicode 23.7). */
const broken = /(?!\n)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/**
 * Zero-width spaces, soft hyphens, fillers, tags, and characters that change the direction of writing, which can make one
 * text look like another (UTR #36). Not joiners and variation selectors, which may be spelling.
 */
const invisible =
  /(?![\u200c\u200d\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Variation selectors with nothing before them: they would split a run of marks (`piledMarks`). */
const looseSelectors = /(?<![^\s\p{M}\u200c\u200d])\p{Variation_Selector}/gu;

/** A joiner before a letter of a script in which it is spelling, as in Persian; also after a symbol, which NFC may compose. */
const joinedLetters =
  /(?<=[\p{L}\p{M}\p{S}])[\u200c\u200d](?!\p{M})(?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])/u;

const joinedEmoji =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/u;

const joiners = new RegExp(
  `(${joinedLetters.source}|${joinedEmoji.source})|[\\u200c\\u200d]`,
  "gu",
);

/** More marks than any language puts on one letter: they cover the lines above and below. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;

const simpleSpaces = (text: string) => text.replace(lineEnd, "\n").replace(/\t/gu, " ");

function withoutTricks(text: string): string {
  const seen = simpleSpaces(text).replace(broken, "").replace(invisible, "");
  const spelled = normalized(seen, "NFC").replace(looseSelectors, "").replace(joiners, "$1");
  // Again, because characters that were apart may be neighbours now.
  return normalized(spelled, "NFC").replace(piledMarks, "$1");
}

/** Cleans untrusted text of several lines for storage (RULES.md 3.3). Cleaning twice changes nothing. */
export function cleanText(text: string): string {
  return withoutTricks(text)
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/gu, "\n\n")
    .trim();
}

/** Cleans untrusted text of one line, as `cleanText`, with single spaces. */
export function cleanLine(text: string): string {
  return withoutTricks(text).replace(/\s+/gu, " ").trim();
}

/** Cuts a line off after `maxLength` UTF-16 units, never through a character. */
export function truncate(line: string, maxLength: number): string {
  return line
    .slice(0, maxLength)
    .replace(/\p{Cs}$/u, "")
    .trim();
}

/** @returns whether the text has a control character, half a character or an invisible one: cleaning would drop it */
export function hasInvisible(text: string): boolean {
  const spaced = simpleSpaces(text);
  return spaced.search(broken) >= 0 || spaced.search(invisible) >= 0;
}

/** The blank Braille cell is a symbol in Unicode, but looks empty. */
const visible = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/** @returns true when the text has no visible letter, digit, punctuation mark or symbol */
export function isBlank(text: string): boolean {
  return !visible.test(withoutTricks(text));
}
