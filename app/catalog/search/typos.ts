const rows = [new Uint8Array(66), new Uint8Array(66), new Uint8Array(66)];

/**
 * How many single-letter mistakes (one wrong, missing or extra letter, or two neighbours swapped) lie between two words.
 * Stops early and answers `most + 1` when there are more than `most`. Words are compared up to 64 letters.
 */
export function mistakesBetween(a: string, b: string, most: number): number {
  const wide = Math.min(b.length, 64);
  const high = Math.min(a.length, 64);
  if (Math.abs(wide - high) > most) return most + 1;
  let [before, above, row] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= wide; j++) above[j] = j;
  for (let i = 1; i <= high; i++) {
    let least = (row[0] = i);
    const letter = a.charCodeAt(i - 1);
    const former = i > 1 ? a.charCodeAt(i - 2) : 0;
    for (let j = 1; j <= wide; j++) {
      const other = b.charCodeAt(j - 1);
      let cost = above[j - 1]! + (letter === other ? 0 : 1);
      if (above[j]! + 1 < cost) cost = above[j]! + 1;
      if (row[j - 1]! + 1 < cost) cost = row[j - 1]! + 1;
      if (
        i > 1 &&
        j > 1 &&
        letter === b.charCodeAt(j - 2) &&
        former === other &&
        before[j - 2]! + 1 < cost
      ) {
        cost = before[j - 2]! + 1;
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, above, row] = [above, row, before];
  }
  return Math.min(above[wide]!, most + 1);
}

/** A folded word in; one bit per letter it uses out. One mistake changes two bits at most. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    bits |= 1 << (code >= 97 ? code - 97 : 26 + (code % 5));
  }
  return bits >>> 0;
}

/** How many bits of a 32-bit number are set. */
export function bitsIn(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** How many mistakes are forgiven in a word of this many letters. */
export function forgiven(length: number): number {
  return length < 4 ? 0 : length < 7 ? 1 : 2;
}
