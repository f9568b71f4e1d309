import { findTerm } from "../index/term-dictionary.ts";
import { fillerWords, functionWords } from "../text/stopwords.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";

const minLetters = 6;
const maxLetters = 40;
const maxPieces = 6;
const maxPieceLetters = 20;
/** Known words with a lower weight are common enough to stay whole. */
const minTermWeight = 0.8;
/** Weight of a term in a single perfume, often itself a compound; unknown words are treated the same. */
const uniqueTermWeight = 1;

const pieceCost = 1;
/** Divided by the number of letters: higher prefers splits in the middle. */
const shortPieceCost = 2;
/** For a piece that is only an alias ("ysl"): lower finds more brands, also inside other words. */
const aliasCost = 1.6;
const tinyPieceCost = 2.2;

const tinyPieceLetters = 2;
const lettersPerTinyLetter = 3;
const solidPieceLetters = 4;

/** "diorsauvage" → dior, sauvage. A word of several perfumes is split only into pieces of four letters or more. */
export function splitCompound(index: InvertedIndex, word: string): string[] | undefined {
  if (word.length < minLetters || word.length > maxLetters) return undefined;
  const term = findTerm(index.terms, word);
  const termWeight = term < 0 ? uniqueTermWeight : index.terms.termWeight[term]!;
  if (termWeight < minTermWeight) return undefined;
  const pieces = cheapestSplit(index, word);
  if (!pieces) return undefined;
  const isSolid = (piece: string) => piece.length >= solidPieceLetters;
  if (termWeight !== uniqueTermWeight) return pieces.every(isSolid) ? pieces : undefined;
  const tinyLetters = pieces.filter(isTiny).join("").length;
  const hasFewTiny = tinyLetters * lettersPerTinyLetter <= word.length;
  return pieces.some(isSolid) && hasFewTiny ? pieces : undefined;
}

const isTiny = (piece: string) => piece.length <= tinyPieceLetters;

function cheapestSplit(index: InvertedIndex, word: string): string[] | undefined {
  const costs = new Float64Array(word.length + 1).fill(Infinity);
  const starts = new Int8Array(word.length + 1);
  const pieceCounts = new Int8Array(word.length + 1);
  costs[0] = 0;
  for (let end = 1; end <= word.length; end++) {
    for (let start = Math.max(0, end - maxPieceLetters); start < end; start++) {
      const isWhole = end - start === word.length;
      if (isWhole || costs[start] === Infinity || pieceCounts[start]! >= maxPieces) continue;
      const cost = costs[start]! + costOf(index, word.slice(start, end));
      if (cost >= costs[end]!) continue;
      costs[end] = cost;
      starts[end] = start;
      pieceCounts[end] = pieceCounts[start]! + 1;
    }
  }
  if (costs[word.length] === Infinity) return undefined;
  const pieces: string[] = [];
  for (let end = word.length; end > 0; end = starts[end]!)
    pieces.unshift(word.slice(starts[end]!, end));
  return pieces;
}

function costOf({ terms, brandNames }: InvertedIndex, piece: string): number {
  if (fillerWords.has(piece)) return Infinity;
  const isAlias = brandNames.aliases.has(piece);
  if (isTiny(piece)) return functionWords.has(piece) || isAlias ? tinyPieceCost : Infinity;
  const term = findTerm(terms, piece);
  if (term < 0) return isAlias ? aliasCost : Infinity;
  return pieceCost + terms.termWeight[term]! + shortPieceCost / piece.length;
}
