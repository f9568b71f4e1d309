import { slugify } from "#app/i18n/text.ts";
import type { Match } from "./matcher.ts";

/** A product of a shop's listing, as the shop writes it. */
export interface Product {
  brand: string;
  title: string;
}

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
}

export type ProductMatch =
  | { outcome: "matched"; bottle: Bottle; strength: string | null }
  /** the nearest bottle that it is not, where there is one */
  | { outcome: "unsure"; nearest: Bottle | null };

/** Shares of the product's words and of the bottle's name that must match (RULES.md 19.10): lower matches more, and more wrongly. */
const [minQueryShare, minNameShare] = [0.96, 0.96];

/** What is said of the packing or the range, and not of the scent. */
const packing =
  /\b(?:natural |purse |travel |pocket |refillable |new )?(?:sprays?|refills?|refillable|splash|vaporisateur|atomi[sz]er|rollerball|fragrance)\b|\btester\b|\bunboxed\b|\bprivate blend\b|\breplica\b/giu;
const aside = /\([^)]*\)|\[[^\]]*\]|[™®©]/gu;

/** Other things than bottles, which shops list under the same names. */
const otherThings =
  /\b(?:sets?|gifts?|value|duo|trio|kit|sampler|discovery|collection|anthology|candles?|diffusers?|lotions?|creams?|creme|gels?|balms?|butter|wash|soap|shower|bath|body|hair|mist|oils?|powder|deodorants?|stick|after|aftershave|shave|scrub|jar|hand)\b/giu;

/** How strong a scent is, by what shops and names call it, the longer ones first. */
const strengths: [RegExp, string][] = [
  [/\b(?:extrait de parfum|parfum extrait|extrait)\b/giu, "extrait"],
  [/\b(?:eau de parfum|edp)\b/giu, "edp"],
  [/\b(?:eau de toilette|edt)\b/giu, "edt"],
  [/\b(?:eau de cologne|edc|cologne)\b/giu, "edc"],
  [/\b(?:elixir de parfum|parfum elixir|elixir)\b/giu, "elixir"],
  [/\b(?:absolu de parfum|parfum absolu|absolu)\b/giu, "absolu"],
  [/\b(?:le parfum|parfum|perfume)\b/giu, "parfum"],
];
/** What a name may leave out: the usual strengths, of which a perfume has mostly one. */
const mayBeLeftOut = new Set(["edp", "edt", "edc"]);

/**
 * Finds the bottle that a shop's product is, by the scorer of the search: only where brand and name match as a whole, the
 * strengths do not differ, and no other bottle matches as well. What is not sure is left to a person.
 * @param match of the catalogue's index @param bottleOf the bottle of an id that it found
 */
export function matchProduct(
  { brand, title }: Product,
  match: (name: string) => Match[],
  bottleOf: (id: number) => Bottle,
): ProductMatch {
  const name = title.replace(aside, " ").replace(packing, " ");
  const { strength, rest } = strengthOf(name);
  const fits = ({ id, queryShare, nameShare }: Match) => {
    const bottle = bottleOf(id);
    return (
      queryShare >= minQueryShare &&
      nameShare >= minNameShare &&
      haveWordInCommon(brand, bottle.marca) &&
      hasEveryWord(bottle, rest) &&
      thingsIn(name) === thingsIn(bottle.nombre) &&
      isStrength(strength, strengthOf(bottle.nombre).strength)
    );
  };
  // A name that says its strength goes before one that leaves it out.
  let nearest: Match | undefined;
  for (const wanted of new Set([name, rest])) {
    const found = match(`${brand} ${wanted}`);
    const fitting = found.filter(fits);
    const exact = fitting.filter(({ id }) => strengthOf(bottleOf(id).nombre).strength === strength);
    const [only, ...others] = exact.length > 0 ? exact : fitting;
    if (only && others.length === 0)
      return { outcome: "matched", bottle: bottleOf(only.id), strength };
    nearest ??= found[0];
    if (only) break;
  }
  return { outcome: "unsure", nearest: nearest ? bottleOf(nearest.id) : null };
}

const functionWords = new Set(
  "a and au aux by d da de del des di du e eau en et for her him in l la le les n no of on pour s sur the y".split(
    " ",
  ),
);

/** @returns whether a product says nothing that the bottle's names do not: the scorer hardly counts "my" and "want" */
function hasEveryWord({ marca, nombre }: Bottle, product: string): boolean {
  const names = slugify(`${marca} ${nombre}`).replaceAll("-", "");
  return slugify(product)
    .split("-")
    .every((word) => functionWords.has(word) || names.includes(word));
}

/** @returns how strong a name says that it is, null when it does not, and the name without that */
function strengthOf(name: string): { strength: string | null; rest: string } {
  for (const [words, strength] of strengths) {
    const rest = name.replace(words, " ");
    if (rest !== name) return { strength, rest };
  }
  return { strength: null, rest: name };
}

/** @returns whether a product of one strength can be a bottle whose name says another, or none */
function isStrength(product: string | null, bottle: string | null): boolean {
  return product === bottle || (bottle === null && product !== null && mayBeLeftOut.has(product));
}

const thingsIn = (name: string) =>
  [...new Set((name.match(otherThings) ?? []).map((thing) => thing.toLowerCase()))]
    .toSorted()
    .join();

/** Brands are written in many ways: "ARMANI" and "Giorgio Armani". */
function haveWordInCommon(one: string, other: string): boolean {
  const words = new Set(slugify(one).split("-"));
  return slugify(other)
    .split("-")
    .some((word) => word.length > 1 && words.has(word));
}
