/** Every way to end a line; mail, forms and word processors each have one. */
const lineEnd = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** Controls but the line end, and halves of characters without their other half. */
const broken = /(?!\n)[\p{Cc}\p{Cs}]/gu;

/**
 * Characters that nobody sees: zero-width spaces, soft hyphens, fillers, tags, and those that turn the direction of what
 * follows, by which one text passes for another (UTR #36). Joiners and variation selectors may be spelling.
 */
const unseen =
  /(?![\u200c\u200d\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Selectors with nothing before them to select: they would break up what is measured as one run of marks. */
const looseSelectors = /(?<![^\s\p{M}\u200c\u200d])\p{Variation_Selector}/gu;

/**
 * A joiner before a letter of a script in which it is spelling, as in Persian. Before it a sign passes, too: NFC may make
 * one of a sign and a mark.
 */
const joinedLetters =
  /(?<=[\p{L}\p{M}\p{S}])[\u200c\u200d](?!\p{M})(?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])/u;

/** A joiner inside one emoji, as in families. */
const joinedEmoji =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/u;

const joiners = new RegExp(
  `(${joinedLetters.source}|${joinedEmoji.source})|[\\u200c\\u200d]`,
  "gu",
);

/** Marks beyond what any language puts on one letter: they run over the lines above and below. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;

function withoutTricks(text: string): string {
  return (
    text
      .replace(lineEnd, "\n")
      .replace(/\t/gu, " ")
      .replace(broken, "")
      .replace(unseen, "")
      .normalize("NFC")
      .replace(looseSelectors, "")
      .replace(joiners, "$1")
      // Again: what stood apart may be next to each other now.
      .normalize("NFC")
      .replace(piledMarks, "$1")
  );
}

/**
 * Untrusted text of several lines as it is kept: NFC, without what is not seen, trimmed, at most one empty line in a row.
 * Cleaning twice changes nothing.
 */
export function cleanText(text: string): string {
  return withoutTricks(text)
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/gu, "\n\n")
    .trim();
}

/** Untrusted text of one line as it is kept: as `cleanText`, and all white space but one space each. */
export function cleanLine(text: string): string {
  return withoutTricks(text).replace(/\s+/gu, " ").trim();
}

/** The blank Braille cell is a symbol to Unicode, and nothing to the eye. */
const seen = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/** @returns true when there is nothing to see: no letter, digit, punctuation or symbol */
export function isBlank(text: string): boolean {
  return !seen.test(withoutTricks(text));
}
