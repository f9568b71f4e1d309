import { tokensOf } from "./text/tokens.ts";
import { brandAliases } from "./text/brand-aliases.ts";
import { concentrationWords } from "./text/perfume-words.ts";
import { functionWords } from "./text/stopwords.ts";
import type { House } from "./intake.ts";

type Named = { aliases: Map<string, number[]>; initials: Map<string, number[]> };

/** Houses in; their other names (from the table) and their initials (worked out), glued, out. The greatest house first. */
export function nameHouses(houses: House[], texts: string[]): Named {
  const aliases = new Map<string, number[]>();
  const initials = new Map<string, number[]>();
  const having = new Map<string, number[]>();
  const order = houses
    .map((_, number) => number)
    .sort((a, b) => greatness(houses[b]!) - greatness(houses[a]!));
  for (const number of order) {
    const words = houses[number]!.words.map((word) => texts[word]!);
    for (const word of new Set(words)) file(having, word, number);
    for (const short of initialsOf(words)) file(initials, short, number);
  }
  for (const [house, others] of Object.entries(brandAliases)) {
    const words = tokensOf(house);
    const numbers = (having.get(words[0]!) ?? []).filter((number) =>
      words.every((word) => having.get(word)?.includes(number)),
    );
    for (const other of others.split("|")) {
      for (const number of numbers) file(aliases, tokensOf(other).join(""), number);
    }
  }
  return { aliases, initials };
}

const greatness = (house: House) => Math.log1p(house.popularity) * 3 + Math.log1p(house.perfumes);

function initialsOf(words: string[]): Set<string> {
  const telling = words.filter((word) => !functionWords.has(word) && !concentrationWords.has(word));
  const ways = [words, words.filter((word) => word.length > 1), telling].filter(
    (way) => way.length > 1,
  );
  return new Set(
    ways.map((way) => way.map((word) => (/^\d/.test(word) ? word : word[0])).join("")),
  );
}

function file(map: Map<string, number[]>, key: string, number: number) {
  const numbers = map.get(key);
  if (!numbers) map.set(key, [number]);
  else if (!numbers.includes(number)) numbers.push(number);
}
