import { knownSimilarity, type Relation } from "#app/domain/catalog/relations.ts";
import type { List } from "#app/domain/shelf/lists.ts";
import type { PresentedPrice } from "./price-line.tsx";
import type { PresentedRelation } from "./dupe-card.tsx";

/**
 * @param votes the reader's, by the dupe's id @param kept the reader's shelf, by the bottle's id @param priceOf what a bottle costs
 * @returns what cards show and no more, because pages contain it twice
 */
export function presentRelations(
  relations: Relation[],
  votes: Record<number, 1 | -1>,
  kept: ReadonlyMap<number, List>,
  priceOf: (bottleId: number) => PresentedPrice | undefined,
): PresentedRelation[] {
  return relations.map((one) => {
    const { id, bottleId, marca, nombre, foto, enlace, likes, dislikes, reviews } = one;
    const similarity = knownSimilarity(one);
    const voto = votes[id];
    const list = kept.get(bottleId);
    const price = priceOf(bottleId);
    return {
      id,
      marca,
      nombre,
      bottleId,
      likes,
      dislikes,
      ...(reviews > 0 && { reviews }),
      ...(foto !== null && { foto }),
      ...(enlace !== null && !price && { enlace }),
      ...(voto && { voto }),
      ...(list && { list }),
      ...(similarity !== null && { similarity }),
      ...(price && { price }),
    };
  });
}
