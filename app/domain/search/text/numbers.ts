import {
  type NumberSpelling,
  numberSpellings,
  otherNumberWords,
  romanNumerals,
} from "./number-words.ts";

const maxWrittenOut = 30;

type NumberTables = {
  valueOf: ReadonlyMap<string, number>;
  wordsOf: ReadonlyMap<number, ReadonlySet<string>>;
};

const { valueOf, wordsOf } = numberTables();

/** For an ambiguous word, the language listed first decides. */
function numberTables(): NumberTables {
  const valueOf = new Map<string, number>();
  const wordsOf = new Map<number, Set<string>>();
  const add = (word: string, value: number) => {
    if (!valueOf.has(word)) valueOf.set(word, value);
    if (value > maxWrittenOut) return;
    const words = wordsOf.get(value) ?? new Set();
    wordsOf.set(value, words.add(word));
  };
  for (const spelling of numberSpellings)
    for (const [word, value] of numbersOf(spelling)) add(word, value);
  for (const [word, value] of otherNumberWords) add(word, value);
  romanNumerals.forEach((numeral, index) => add(numeral, index + 2));
  return { valueOf, wordsOf };
}

function numbersOf({ units, tens, hundreds, join }: NumberSpelling): [string, number][] {
  const unitWords = units.split(" ");
  const belowHundred = unitWords.map((word, value): [string, number] => [word, value]);
  tens.split(" ").forEach((ten, index) => {
    const value = (index + 2) * 10;
    belowHundred.push([ten, value]);
    // French counts on to soixante-dix-neuf and quatre-vingt-dix-neuf.
    const unitsAfterTen = /soixante$|vingt$/.test(ten) && value > 59 ? 20 : 10;
    for (let unit = 1; unit < unitsAfterTen; unit++)
      for (const word of join(ten, unitWords[unit]!)) belowHundred.push([word, value + unit]);
  });
  const numbers = [...belowHundred];
  hundreds.split(" ").forEach((hundred, index) => {
    const value = (index + 1) * 100;
    numbers.push([hundred, value]);
    for (const [word, rest] of belowHundred)
      if (rest > 0) for (const joined of join(hundred, word)) numbers.push([joined, value + rest]);
  });
  return numbers;
}

/** "twentyfour" → "24" */
export function digitsOf(joined: string): string | undefined {
  return valueOf.get(joined)?.toString();
}

/** "two twelve" → "212" */
export function digitsInSequence(words: string[]): string | undefined {
  let digits = "";
  for (let at = 0; at < words.length;) {
    const pair = at + 1 < words.length ? digitsOf(words[at]! + words[at + 1]!) : undefined;
    const value = pair ?? (/^\d+$/.test(words[at]!) ? words[at]! : digitsOf(words[at]!));
    if (value === undefined) return undefined;
    digits += value;
    at += pair === undefined ? 1 : 2;
  }
  return digits;
}

/** "2" → two, dos, deux, ii… */
export function wordsForDigits(digits: string): Iterable<string> {
  return wordsOf.get(Number(digits)) ?? [];
}
