import type { Language } from "#app/i18n/languages.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { concentrationIn } from "#app/i18n/fact-words.server.ts";
import {
  isDisputed,
  isNamedByShops,
  isRejected,
  isUnknown,
  knownSimilarity,
  votesOn,
} from "#app/domain/catalog/dupe-order.ts";
import type { Sort } from "#app/domain/prices/arrange.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import type { Supporters } from "#app/domain/catalog/sources.ts";
import type { BlindCounts } from "#app/domain/reviews/blind-counts.ts";
import type { OwnVotes } from "#app/domain/reviews/votes.ts";
import type { List } from "#app/domain/shelf/lists.ts";
import type { VerdictCounts } from "#app/domain/reviews/verdict-questions.ts";
import { testsOnCard } from "./blind/blind-words.ts";
import { evidenceOf, notesOfBoth, wordsOn } from "./evidence.ts";
import type { PriceOnCard } from "./prices/price-line.tsx";

interface Shown {
  sort: Sort | null;
  verdicts: ReadonlyMap<number, VerdictCounts>;
  tests: ReadonlyMap<number, BlindCounts>;
  supporters: ReadonlyMap<number, Supporters>;
}

/** @param ofPage the page's bottle @param votes the reader's votes by dupe @param kept the reader's shelf by bottle */
export function presentRelations(
  language: Language,
  relations: Relation[],
  ofPage: Pick<Relation, "concentracion" | "notas">,
  { votes, kept }: { votes: OwnVotes; kept: ReadonlyMap<number, List> },
  priceOf: (bottleId: number) => PriceOnCard | undefined,
  { sort, verdicts, tests, supporters }: Shown,
) {
  const headings = headingsOf(relations, sort !== null);
  return relations.map((one) => {
    const heading = headings.get(one);
    const { id, bottleId, marca, nombre, foto, enlace, likes, dislikes, reviews } = one;
    const similarity = knownSimilarity(one);
    const words = wordsOn(language, one);
    const evidence = evidenceOf(language, one, verdicts.get(id), supporters.get(id), sort);
    const both = votesOn(one) === 0 && notesOfBoth(language, one, ofPage);
    const tested = testsOnCard(language, tests.get(id));
    const [said, blind] = [evidence, tested].filter(Boolean);
    const voto = votes[id]?.voto;
    const list = kept.get(bottleId);
    const price = priceOf(bottleId);
    const concentracion =
      ofPage.concentracion && one.concentracion !== ofPage.concentracion && one.concentracion;
    // Only what the card shows and is known, because pages contain it as HTML and as data.
    return {
      id,
      marca,
      nombre,
      bottleId,
      likes,
      dislikes,
      ...(said && { said }),
      ...(both && { both }),
      ...(blind && { blind }),
      ...(reviews > 0 && { reviews }),
      ...(concentracion && { concentracion: concentrationIn(language, concentracion) }),
      ...(foto !== null && { foto }),
      ...(enlace !== null && { enlace }),
      ...(voto && { voto }),
      ...(list && { list }),
      ...(similarity !== null && { similarity }),
      ...(words !== undefined && { words }),
      ...(heading && { heading: translatorIn(language).t(`messages:${heading}`) }),
      ...(price && { price }),
    };
  });
}

export type PresentedRelation = ReturnType<typeof presentRelations>[number];

/** By the first dupe of each group. @param isSorted in a list sorted by price, dupes without a figure can be anywhere */
function headingsOf(relations: Relation[], isSorted: boolean): Map<Relation, MessageKey> {
  const unknown = relations.find(isUnknown);
  const groups: [first: Relation | undefined, heading: MessageKey][] = [
    [relations.find(isDisputed), "dupeCard.disputed"],
    [relations.find(isRejected), "dupeCard.rejected"],
  ];
  if (!isSorted)
    groups.push(
      [relations.find(isNamedByShops), "dupeCard.namedByShops"],
      // At the top it would only repeat what each card says.
      [unknown === relations[0] ? undefined : unknown, "dupeCard.otherUnknown"],
    );
  return new Map(groups.flatMap(([first, heading]) => (first ? [[first, heading]] : [])));
}
