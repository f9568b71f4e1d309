import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { message, type MessageKey } from "#app/i18n/messages.server.ts";
import { isRejected } from "#app/domain/catalog/dupe-order.ts";
import { knownSimilarity, type Relation } from "#app/domain/catalog/relations.ts";
import type { OwnVotes } from "#app/domain/reviews/votes.ts";
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
  /** said instead of a figure: one or two votes, or beside "Sin datos" the estimate */
  words?: string;
  /** above the first dupe of those without a figure, and of those that most people reject (RULES.md 1.7) */
  heading?: string;
  /** absent where nothing is known */
  price?: PresentedPrice;
}

/** @param votes the reader's votes by dupe @param kept the reader's shelf by bottle */
export function presentRelations(
  language: Language,
  relations: Relation[],
  { votes, kept }: { votes: OwnVotes; kept: ReadonlyMap<number, List> },
  priceOf: (bottleId: number) => PresentedPrice | undefined,
  isSorted = false,
): PresentedRelation[] {
  const few = isSorted ? undefined : relations.find((one) => isUnknown(one) && votesOn(one) > 0);
  const none = isSorted ? undefined : relations.find((one) => isUnknown(one) && !votesOn(one));
  const rejected = relations.find(isRejected);
  return relations.map((one, at) => {
    const { id, bottleId, marca, nombre, foto, enlace, likes, dislikes, reviews } = one;
    const similarity = knownSimilarity(one);
    const words = wordsOn(language, one, similarity);
    const voto = votes[id]?.voto;
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
      ...(words !== undefined && { words }),
      ...(one === few && { heading: message(language, "dupeCard.fewVotes") }),
      ...(one === none && at > 0 && { heading: message(language, "dupeCard.otherUnknown") }),
      ...(one === rejected && { heading: message(language, "dupeCard.rejected") }),
      ...(price && { price }),
    };
  });
}

const votesOn = ({ likes, dislikes }: Relation) => likes + dislikes;
const isUnknown = (one: Relation) => knownSimilarity(one) === null;

function wordsOn(language: Language, one: Relation, similarity: number | null) {
  const votes = votesOn(one);
  if (similarity !== null && votes === 0)
    return message(language, "dupeCard.estimate", {
      percent: formatIn(language).percent(similarity),
    });
  return similarity === null && votes > 0
    ? message(language, "dupeCard.say" as MessageKey, { count: one.likes, votes } as never)
    : undefined;
}
