import type { Db } from "#db/database.ts";
import { type Match, matchProduct, type Product, type ProductMatch } from "./match-product.ts";
import { catalogEntries } from "./catalog-entries.ts";
import { buildInvertedIndex } from "./index/build.ts";
import { parseQuery } from "./query/parse-query.ts";
import { expandQuery } from "./query/query-expansion.ts";
import { createScoreQuery } from "./score-query.ts";

const maxCompared = 5;

/**
 * Matches the products of a shop's listing to bottles, in order (RULES.md 2.3); two strengths, or two genders, that
 * match one bottle are both unsure. @param progress called with the numbers of distinct products done and in total
 */
export async function matchListing(
  db: Db,
  products: readonly Product[],
  progress: (done: number, total: number) => void = () => {},
): Promise<ProductMatch[]> {
  const matcher = await createMatcher(db);
  const bottles = await bottlesById(db);
  const different = new Map(products.map((product) => [keyOf(product), product]));
  const matches = new Map<string, ProductMatch>();
  for (const [key, product] of different) {
    const match = (name: string) => matcher(name, maxCompared);
    matches.set(
      key,
      matchProduct(product, match, (id) => bottles.get(id)!),
    );
    progress(matches.size, different.size);
  }
  const doubted = bottlesOfTwo("strength", [...matches.values()]);
  const ofTwoGenders = bottlesOfTwo("gender", [...matches.values()]);
  return products.map((product) => {
    const found = matches.get(keyOf(product))!;
    if (found.outcome === "unsure") return found;
    const { id } = found.bottle;
    const isDoubted = doubted.has(id) || (found.gender !== null && ofTwoGenders.has(id));
    return isDoubted ? { outcome: "unsure", nearest: found.bottle } : found;
  });
}

const keyOf = ({ brand, title, sizeless }: Product) => `${brand}\n${title}\n${sizeless}`;

async function bottlesById(db: Db) {
  const bottles = await db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre", "concentracion", "genero"])
    .execute();
  return new Map(bottles.map((bottle) => [bottle.id, bottle]));
}

function bottlesOfTwo(what: "strength" | "gender", matches: ProductMatch[]): Set<number> {
  const said = new Map<number, Set<string>>();
  for (const found of matches) {
    const word = found.outcome === "matched" ? found[what] : null;
    if (found.outcome === "matched" && word !== null)
      said.set(found.bottle.id, (said.get(found.bottle.id) ?? new Set()).add(word));
  }
  return new Set([...said].filter(([, words]) => words.size > 1).map(([id]) => id));
}

/** For complete names, such as a shop's: does not guess at unfinished, joined or inner words. */
async function createMatcher(db: Db) {
  const index = await buildInvertedIndex(catalogEntries(db));
  const scoreQuery = createScoreQuery(index);
  return (name: string, limit: number): Match[] => {
    const words = parseQuery(name);
    if (words.length === 0) return [];
    // A bottle has several names; the best match counts.
    const best = new Map<number, Match>();
    scoreQuery(
      words,
      (matches) => expandQuery(matches, index, words, false),
      (perfume, { score, confidence, requiredConfidence, ...shares }) => {
        const id = index.ids[index.bottleOf[perfume]!]!;
        if (confidence >= requiredConfidence && score > (best.get(id)?.score ?? -Infinity))
          best.set(id, { id, score, ...shares });
      },
    );
    return [...best.values()].toSorted((a, b) => b.score - a.score).slice(0, limit);
  };
}
