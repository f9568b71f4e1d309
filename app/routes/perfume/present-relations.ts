import { knownSimilarity, type Relation } from "#app/domain/catalog/relations.ts";
import type { List } from "#app/domain/shelf/lists.ts";
import type { PresentedPrice } from "./prices/price-line.tsx";

/** Only what a card shows, because pages contain it as HTML and as data. */
export interface PresentedRelation {
  /** the dupe's id */
  id: number;
  marca: string;
  nombre: string;
  bottleId: number;
  foto?: string;
  enlace?: string;
  likes: number;
  dislikes: number;
  /** absent for 0 */
  reviews?: number;
  /** the reader's vote */
  voto?: 1 | -1;
  /** its list on the reader's shelf */
  list?: List;
  /** per cent; absent where no figure is known (RULES.md 1.6) */
  similarity?: number;
  /** the cheapest; absent where nothing is known */
  price?: PresentedPrice;
}

/** @param votes the reader's votes by dupe @param kept the reader's shelf by bottle */
export function presentRelations(
  relations: Relation[],
  { votes, kept }: { votes: Record<number, 1 | -1>; kept: ReadonlyMap<number, List> },
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
      ...(enlace !== null && { enlace }),
      ...(voto && { voto }),
      ...(list && { list }),
      ...(similarity !== null && { similarity }),
      ...(price && { price }),
    };
  });
}
