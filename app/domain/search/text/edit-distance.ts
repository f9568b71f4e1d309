const maxLetters = 64;

type DistanceRows = [Uint8Array, Uint8Array, Uint8Array];

export const distanceRows = (): DistanceRows => [
  new Uint8Array(maxLetters + 2),
  new Uint8Array(maxLetters + 2),
  new Uint8Array(maxLetters + 2),
];

/** Damerau–Levenshtein (optimal string alignment); `limit + 1` beyond `limit` edits. @param rows scratch space */
export function editDistance(a: string, b: string, limit: number, rows = distanceRows()): number {
  const width = Math.min(b.length, maxLetters);
  const height = Math.min(a.length, maxLetters);
  if (Math.abs(width - height) > limit) return limit + 1;
  let [twoAbove, above, row] = rows;
  for (let j = 0; j <= width; j++) above[j] = j;
  for (let i = 1; i <= height; i++) {
    let rowMinimum = (row[0] = i);
    const letter = a.charCodeAt(i - 1);
    const previousLetter = i > 1 ? a.charCodeAt(i - 2) : 0;
    for (let j = 1; j <= width; j++) {
      const other = b.charCodeAt(j - 1);
      let edits = above[j - 1]! + (letter === other ? 0 : 1);
      if (above[j]! + 1 < edits) edits = above[j]! + 1;
      if (row[j - 1]! + 1 < edits) edits = row[j - 1]! + 1;
      const swapped = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && previousLetter === other;
      if (swapped && twoAbove[j - 2]! + 1 < edits) edits = twoAbove[j - 2]! + 1;
      row[j] = edits;
      if (edits < rowMinimum) rowMinimum = edits;
    }
    if (rowMinimum > limit) return limit + 1;
    [twoAbove, above, row] = [above, row, twoAbove];
  }
  return Math.min(above[width]!, limit + 1);
}

export function allowedEdits(length: number): number {
  return length < 4 ? 0 : length < 7 ? 1 : 2;
}

/** One bit per letter. An edit changes at most two bits, which rules out most words without computing their edit distance. */
export function letterSet(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    bits |= 1 << (code >= 97 ? code - 97 : 26 + (code % 5));
  }
  return bits >>> 0;
}

export function countBits(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
