import { brandAliases } from "../text/brand-aliases.ts";
import { concentrationWords } from "../text/perfume-words.ts";
import { functionWords } from "../text/stopwords.ts";
import { tokensOf } from "../text/tokenize.ts";
import type { Brand } from "./ingest.ts";
import type { BrandNames, InvertedIndex } from "./inverted-index.ts";

const popularityWeight = 3;

export function collectBrandNames(brands: Brand[], texts: string[]): BrandNames {
  const names = new Map<string, number>();
  const aliases = new Map<string, number[]>();
  const initials = new Map<string, number[]>();
  const brandsWithWord = new Map<string, number[]>();
  const greatestFirst = brands
    .map((_, brand) => brand)
    .sort((a, b) => greatness(brands[b]!) - greatness(brands[a]!));
  for (const brand of greatestFirst) {
    const words = brands[brand]!.words.map((word) => texts[word]!);
    const name = words.join("");
    if (!names.has(name)) names.set(name, brand);
    for (const word of words) addTo(brandsWithWord, word, brand);
    for (const letters of initialsOf(words)) addTo(initials, letters, brand);
  }
  for (const [name, otherNames] of Object.entries(brandAliases)) {
    const [firstWord, ...otherWords] = tokensOf(name);
    const meant = (brandsWithWord.get(firstWord!) ?? []).filter((brand) =>
      otherWords.every((word) => brandsWithWord.get(word)?.includes(brand)),
    );
    for (const alias of otherNames.split("|"))
      for (const brand of meant) addTo(aliases, tokensOf(alias).join(""), brand);
  }
  return { names, aliases, initials };
}

const greatness = ({ totalPopularity, perfumeCount }: Brand) =>
  Math.log1p(totalPopularity) * popularityWeight + Math.log1p(perfumeCount);

/** Initials of all words, of words longer than a letter, and of words that name the brand; numbers stay whole. */
function initialsOf(words: string[]): Set<string> {
  const choices = [
    words,
    words.filter((word) => word.length > 1),
    words.filter((word) => !functionWords.has(word) && !concentrationWords.has(word)),
  ];
  return new Set(
    choices
      .filter((chosen) => chosen.length > 1)
      .map((chosen) => chosen.map((word) => (/^\d/.test(word) ? word : word[0])).join("")),
  );
}

function addTo(brandsOf: Map<string, number[]>, key: string, brand: number) {
  const brands = brandsOf.get(key);
  if (!brands) brandsOf.set(key, [brand]);
  else if (!brands.includes(brand)) brands.push(brand);
}

const maxBrandWords = 6;
const minLetters = 2;
const maxWords = 40;

/** Brands at the start or end of a text, the longest first. `typed` and `rest` are as typed. */
export function* brandsAtEdges(
  { brandNames }: InvertedIndex,
  text: string,
): Generator<{ brand: number; typed: string; rest: string }> {
  const words = text.split(/\s+/u).filter(Boolean).slice(0, maxWords);
  const brandOf = (part: string[]) => {
    const joined = tokensOf(part.join(" ")).join("");
    if (joined.length < minLetters) return undefined;
    return brandNames.names.get(joined) ?? brandNames.aliases.get(joined)?.[0];
  };
  for (let count = Math.min(words.length, maxBrandWords); count > 0; count--) {
    const start = words.slice(0, count);
    const first = brandOf(start);
    if (first !== undefined)
      yield { brand: first, typed: start.join(" "), rest: words.slice(count).join(" ") };
    const end = words.slice(-count);
    const last = count < words.length ? brandOf(end) : undefined;
    if (last === undefined) continue;
    const rest = withoutPreposition(words.slice(0, -count)).join(" ");
    yield { brand: last, typed: end.join(" "), rest };
  }
}

function withoutPreposition(words: string[]): string[] {
  const last = words.at(-1);
  return last !== undefined && functionWords.has(last.toLowerCase()) ? words.slice(0, -1) : words;
}
