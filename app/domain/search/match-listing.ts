import type { Db } from "#db/database.ts";
import { matchProduct, type Product, type ProductMatch } from "./match-product.ts";
import { catalogEntries } from "./catalog-entries.ts";
import { buildMatcher } from "./matcher.ts";

const maxCompared = 5;

/**
 * Matches the products of a shop's listing to bottles, in order (RULES.md 2.3); two strengths that match one
 * bottle are both unsure. @param progress called with the numbers of distinct products done and in total
 */
export async function matchListing(
  db: Db,
  products: readonly Product[],
  progress: (done: number, total: number) => void = () => {},
): Promise<ProductMatch[]> {
  const matcher = await buildMatcher(catalogEntries(db));
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
  const doubted = bottlesOfTwoStrengths([...matches.values()]);
  return products.map((product) => {
    const found = matches.get(keyOf(product))!;
    if (found.outcome === "unsure" || !doubted.has(found.bottle.id)) return found;
    return { outcome: "unsure", nearest: found.bottle };
  });
}

const keyOf = ({ brand, title }: Product) => `${brand}\n${title}`;

async function bottlesById(db: Db) {
  const bottles = await db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre", "concentracion"])
    .execute();
  return new Map(bottles.map((bottle) => [bottle.id, bottle]));
}

function bottlesOfTwoStrengths(matches: ProductMatch[]): Set<number> {
  const strengths = new Map<number, Set<string>>();
  for (const found of matches)
    if (found.outcome === "matched" && found.strength !== null)
      strengths.set(
        found.bottle.id,
        new Set([...(strengths.get(found.bottle.id) ?? []), found.strength]),
      );
  return new Set([...strengths].filter(([, said]) => said.size > 1).map(([id]) => id));
}
