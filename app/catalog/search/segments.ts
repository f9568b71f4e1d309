import { termOf } from "./terms.ts";
import { fillerWords, functionWords } from "./text/stopwords.ts";
import type { Catalogue } from "./catalogue.ts";

const mostPieces = 6;

/**
 * A word in; the known words it may be glued from out, or undefined:
 * "diorsauvage" is dior, sauvage. Few and common pieces are preferred.
 */
export function cutApart(catalogue: Catalogue, word: string): string[] | undefined {
  if (word.length < 6 || word.length > 40) return undefined;
  const known = termOf(catalogue.terms, word);
  const rare = known < 0 ? 1 : catalogue.terms.weight[known]!;
  if (rare < 0.8) return undefined;
  const cost = new Float64Array(word.length + 1).fill(Infinity);
  const from = new Int8Array(word.length + 1);
  const pieces = new Int8Array(word.length + 1);
  cost[0] = 0;
  for (let end = 1; end <= word.length; end++) {
    for (let start = Math.max(0, end - 20); start < end; start++) {
      if (end - start === word.length || cost[start] === Infinity || pieces[start]! >= mostPieces)
        continue;
      const price = cost[start]! + priceOf(catalogue, word.slice(start, end));
      if (price >= cost[end]!) continue;
      cost[end] = price;
      from[end] = start;
      pieces[end] = pieces[start]! + 1;
    }
  }
  if (cost[word.length] === Infinity || pieces[word.length]! < 2) return undefined;
  const parts: string[] = [];
  for (let end = word.length; end > 0; end = from[end]!) parts.unshift(word.slice(from[end]!, end));
  const loose = parts.reduce((sum, part) => sum + (part.length < 3 ? part.length : 0), 0);
  if (rare === 1)
    return parts.some((part) => part.length > 3) && loose * 3 <= word.length ? parts : undefined;
  return parts.every((part) => part.length > 3) ? parts : undefined;
}

function priceOf(catalogue: Catalogue, piece: string): number {
  if (fillerWords.has(piece)) return Infinity;
  if (piece.length < 3)
    return functionWords.has(piece) || catalogue.aliases.has(piece) ? 2.2 : Infinity;
  const term = termOf(catalogue.terms, piece);
  if (term < 0) return catalogue.aliases.has(piece) ? 1.6 : Infinity;
  return 1 + catalogue.terms.weight[term]! + 2 / piece.length;
}
