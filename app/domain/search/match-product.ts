import { slugify } from "#app/i18n/text.ts";
import { brandAliases } from "./text/brand-aliases.ts";
import { digitsOf } from "./text/numbers.ts";
import { type Gender, genderIn, withoutOffers, withoutPacking } from "./title-words.ts";

export interface Product {
  brand: string;
  title: string;
  /** the title without the size that the listing says elsewhere */
  sizeless?: string;
}

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
  concentracion: string | null;
  genero: string | null;
}

export interface Match {
  id: number;
  score: number;
  /** 0 to 1: matching shares of the query's words and of the bottle's name */
  queryShare: number;
  nameShare: number;
}

export type ProductMatch =
  | { outcome: "matched"; bottle: Bottle; strength: string | null; gender: Gender | null }
  /** the nearest bottle, which does not match */
  | { outcome: "unsure"; nearest: Bottle | null };

/** Matching shares of the product's words and of the bottle's name (RULES.md 2.3): lower finds more matches and more wrong ones. */
const [minQueryShare, minNameShare] = [0.96, 0.96];

const otherThings =
  /\b(?:sets?|gifts?|value|duo|trio|kit|sampler|discovery|collection|anthology|candles?|diffusers?|lotions?|creams?|creme|gels?|balms?|butter|wash|soap|shower|bath|body|hair|mist|oils?|powder|deodorants?|stick|after|aftershave|shave|scrub|jar|hand)\b/giu;

const strengths: [RegExp, string][] = [
  [/\b(?:(?:extrait|extracto|estratto|extrato) de parfum|parfum extrait|extrait)\b/giu, "extrait"],
  [
    /\b(?:eau de (?:parfum|perfume)|agua de (?:perfume|parfum)|acqua di profumo|e\.?d\.?p\b\.?)(?!\p{L})/giu,
    "edp",
  ],
  [/\b(?:eau de toilett?e|agua de tocador|acqua di toilette|e\.?d\.?t\b\.?)(?!\p{L})/giu, "edt"],
  [
    /\b(?:(?:eau de|agua de|acqua di) (?:cologne|colonia)|e\.?d\.?c\b\.?|cologne)(?!\p{L})/giu,
    "edc",
  ],
  [/\b(?:elixir de parfum|parfum elixir|elixir)\b/giu, "elixir"],
  [/\b(?:absolu de parfum|parfum absolu|absolu)\b/giu, "absolu"],
  [/\b(?:le parfum|parfum|perfume)\b/giu, "parfum"],
];
/** The usual strengths; most perfumes exist in only one. */
const mayBeLeftOut = new Set(["edp", "edt", "edc"]);

/** Matches only if full brand, name and strength agree and no other bottle fits equally well; a person judges the rest. */
export function matchProduct(
  product: Product,
  match: (name: string) => Match[],
  bottleOf: (id: number) => Bottle,
): ProductMatch {
  const { brand } = product;
  let nearest: Match | undefined;
  for (const { name, isOfGender, gender } of readingsOf(product)) {
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
    for (const wanted of new Set([name, rest])) {
      const found = match(`${brand} ${wanted}`);
      const fitting = found.filter(fits);
      const exact = fitting.filter(
        ({ id }) => strengthOf(bottleOf(id).nombre).strength === strength,
      );
      const [only, ...others] = exact.length > 0 ? exact : fitting;
      nearest ??= found[0];
      if (!only) continue;
      const bottle = bottleOf(only.id);
      const alike = found.map(({ id }) => bottleOf(id));
      if (others.length > 0 || !isOfGender(bottle, alike)) return unsure(nearest, bottleOf);
      return { outcome: "matched", bottle, strength, gender };
    }
  }
  return unsure(nearest, bottleOf);
}

function unsure(nearest: Match | undefined, bottleOf: (id: number) => Bottle): ProductMatch {
  return { outcome: "unsure", nearest: nearest ? bottleOf(nearest.id) : null };
}

/** The title, then without what shops add to names: a bottle whose name has it comes first. */
function* readingsOf({ title, sizeless = title }: Product) {
  const [full, plain] = [withoutOffers(title), withoutOffers(sizeless)];
  const bare = withoutPacking(plain);
  for (const name of new Set([full, plain, withoutPacking(full), bare]))
    yield { name, gender: null, isOfGender: () => true };
  const { gender, isNameLike, rest } = genderIn(bare);
  if (gender === null || slugify(rest) === "") return;
  yield {
    name: rest,
    gender,
    isOfGender: (bottle: Bottle, alike: Bottle[]) =>
      bottle.genero === null
        ? !isNameLike && !alike.some((other) => isOtherGender(bottle, other))
        : bottle.genero === gender,
  };
}

function isOtherGender(bottle: Bottle, other: Bottle): boolean {
  const { gender, rest } = genderIn(other.nombre);
  return gender !== null && slugify(rest) === slugify(bottle.nombre);
}

const functionWords = new Set(
  "a and au aux by d da de del des di du e eau en et for her him in l la le les n no of on par pour s sur the von y".split(
    " ",
  ),
);

/** Needed because the scorer hardly counts words like "my" and "want". */
function hasEveryWord({ marca, nombre }: Bottle, product: string): boolean {
  const aliases = brandAliases[slugify(marca).replaceAll("-", " ")] ?? "";
  const names = slugify(`${marca} ${nombre} ${aliases}`).replaceAll("-", "");
  return slugify(product)
    .split("-")
    .every(
      (word) =>
        functionWords.has(word) ||
        names.includes(digitsOf(word) ?? word) ||
        (word.length <= 3 && haveWordInCommon(word, marca)),
    );
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

/** Of a brand's name, also where it is an abbreviation: "YSL". */
function brandWords(typed: string): string[] {
  const brand = slugify(typed).replaceAll("-", " ");
  const known = Object.entries(brandAliases).filter(([, aliases]) =>
    aliases.split("|").includes(brand),
  );
  return [brand, ...known.map(([name]) => name)].flatMap((name) => name.split(" "));
}

function haveWordInCommon(one: string, other: string): boolean {
  const words = new Set(brandWords(one));
  return slugify(other)
    .split("-")
    .some((word) => word.length > 1 && words.has(word));
}
