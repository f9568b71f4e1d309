import { slugify } from "#app/i18n/text.ts";
import type { Match } from "./matcher.ts";

export interface Product {
  brand: string;
  title: string;
}

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
  concentracion: string | null;
}

export type ProductMatch =
  | { outcome: "matched"; bottle: Bottle; strength: string | null }
  /** the nearest bottle, which does not match */
  | { outcome: "unsure"; nearest: Bottle | null };

/** Matching shares of the product's words and of the bottle's name (RULES.md 2.3): lower finds more matches and more wrong ones. */
const [minQueryShare, minNameShare] = [0.96, 0.96];

const packing =
  /\b(?:natural |purse |travel |pocket |refillable |new )?(?:sprays?|refills?|refillable|splash|vaporisateur|atomi[sz]er|rollerball|fragrance)\b|\btester\b|\bunboxed\b|\bprivate blend\b|\breplica\b/giu;
const aside = /\([^)]*\)|\[[^\]]*\]|[™®©]/gu;

const otherThings =
  /\b(?:sets?|gifts?|value|duo|trio|kit|sampler|discovery|collection|anthology|candles?|diffusers?|lotions?|creams?|creme|gels?|balms?|butter|wash|soap|shower|bath|body|hair|mist|oils?|powder|deodorants?|stick|after|aftershave|shave|scrub|jar|hand)\b/giu;

const strengths: [RegExp, string][] = [
  [/\b(?:extrait de parfum|parfum extrait|extrait)\b/giu, "extrait"],
  [/\b(?:eau de parfum|edp)\b/giu, "edp"],
  [/\b(?:eau de toilette|edt)\b/giu, "edt"],
  [/\b(?:eau de cologne|edc|cologne)\b/giu, "edc"],
  [/\b(?:elixir de parfum|parfum elixir|elixir)\b/giu, "elixir"],
  [/\b(?:absolu de parfum|parfum absolu|absolu)\b/giu, "absolu"],
  [/\b(?:le parfum|parfum|perfume)\b/giu, "parfum"],
];
/** The usual strengths; most perfumes exist in only one. */
const mayBeLeftOut = new Set(["edp", "edt", "edc"]);

/** Matches only if full brand, name and strength agree and no other bottle fits equally well; a person judges the rest. */
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
      isStrength(strength, bottle)
    );
  };
  // A name with its strength precedes one without.
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

/** Needed because the scorer hardly counts words like "my" and "want". */
function hasEveryWord({ marca, nombre }: Bottle, product: string): boolean {
  const names = slugify(`${marca} ${nombre}`).replaceAll("-", "");
  return slugify(product)
    .split("-")
    .every((word) => functionWords.has(word) || names.includes(word));
}

function strengthOf(name: string): { strength: string | null; rest: string } {
  for (const [words, strength] of strengths) {
    const rest = name.replace(words, " ");
    if (rest !== name) return { strength, rest };
  }
  return { strength: null, rest: name };
}

function isStrength(product: string | null, { nombre, concentracion }: Bottle): boolean {
  const { strength: named } = strengthOf(nombre);
  if (product === named) return true;
  if (product === null || named !== null) return false;
  return concentracion === null ? mayBeLeftOut.has(product) : product === concentracion;
}

const thingsIn = (name: string) =>
  [...new Set((name.match(otherThings) ?? []).map((thing) => thing.toLowerCase()))]
    .toSorted()
    .join();

function haveWordInCommon(one: string, other: string): boolean {
  const words = new Set(slugify(one).split("-"));
  return slugify(other)
    .split("-")
    .some((word) => word.length > 1 && words.has(word));
}
