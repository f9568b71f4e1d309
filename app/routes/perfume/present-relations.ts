import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Concentration } from "#db/schema.ts";
import {
  hasEnoughVotes,
  isDisputed,
  isRejected,
  isSupported,
  knownSimilarity,
} from "#app/domain/catalog/dupe-order.ts";
import { concentrationOnCard } from "./facts-in-words.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { hostOf } from "#app/domain/catalog/source-urls.ts";
import type { OwnVotes } from "#app/domain/reviews/votes.ts";
import type { List } from "#app/domain/shelf/lists.ts";
import type { VerdictCounts } from "#app/domain/reviews/verdict-questions.ts";
import { saidInVerdicts } from "./verdicts/verdict-words.ts";
import type { PresentedPrice } from "./prices/price-line.tsx";

/** Only what a card shows, because pages contain it as HTML and as data. */
export interface PresentedRelation {
  /** the dupe's id */
  id: number;
  marca: string;
  nombre: string;
  bottleId: number;
  /** where it differs from the page's bottle */
  concentracion?: string;
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
  /** said instead of a figure of one or two votes */
  words?: string;
  /** what people who wore both say, in a phrase, and how many public sources there are */
  said?: string;
  /** by sources, where there is no figure */
  supported?: true;
  /** above the first dupe of each group but the best (RULES.md 1.7) */
  heading?: string;
  /** absent where nothing is known */
  price?: PresentedPrice;
}

interface Shown {
  isSorted: boolean;
  verdicts: ReadonlyMap<number, VerdictCounts>;
}

/** @param ofPage the concentration of the page's bottle @param votes the reader's votes by dupe @param kept the reader's shelf by bottle */
export function presentRelations(
  language: Language,
  relations: Relation[],
  ofPage: Concentration | null,
  { votes, kept }: { votes: OwnVotes; kept: ReadonlyMap<number, List> },
  priceOf: (bottleId: number) => PresentedPrice | undefined,
  { isSorted, verdicts }: Shown,
): PresentedRelation[] {
  const headings = headingsOf(relations, isSorted);
  return relations.map((one) => {
    const heading = headings.get(one);
    const { id, bottleId, marca, nombre, foto, enlace, likes, dislikes, reviews } = one;
    const similarity = knownSimilarity(one);
    const words = wordsOn(language, one);
    const counts = verdicts.get(id);
    const said = [counts && saidInVerdicts(language, counts), sourcesOn(language, one)]
      .concat(one.estimacion === null ? undefined : estimateOf(language, one))
      .filter(Boolean)
      .join(" · ");
    const voto = votes[id]?.voto;
    const list = kept.get(bottleId);
    const price = priceOf(bottleId);
    const concentracion = ofPage && one.concentracion !== ofPage && one.concentracion;
    return {
      id,
      marca,
      nombre,
      bottleId,
      likes,
      dislikes,
      ...(said && { said }),
      ...(reviews > 0 && { reviews }),
      ...(concentracion && { concentracion: concentrationOnCard(language, concentracion, marca) }),
      ...(foto !== null && { foto }),
      ...(enlace !== null && { enlace }),
      ...(voto && { voto }),
      ...(list && { list }),
      ...(similarity !== null && { similarity }),
      ...(words !== undefined && { words }),
      ...(similarity === null && isSupported(one) && { supported: true as const }),
      ...(heading && { heading: translatorIn(language).t(`messages:${heading}`) }),
      ...(price && { price }),
    };
  });
}

const votesOn = ({ likes, dislikes }: Relation) => likes + dislikes;
const isUnknown = (one: Relation) =>
  knownSimilarity(one) === null && !isSupported(one) && !isDisputed(one);

/** By the first dupe of each group. @param isSorted in a list sorted by price, dupes without a figure can be anywhere */
function headingsOf(relations: Relation[], isSorted: boolean): Map<Relation, MessageKey> {
  const none = relations.find((one) => isUnknown(one) && !votesOn(one));
  const groups: [first: Relation | undefined, heading: MessageKey][] = [
    [relations.find(isDisputed), "dupeCard.disputed"],
    [relations.find(isRejected), "dupeCard.rejected"],
  ];
  if (!isSorted)
    groups.push(
      [relations.find((one) => isUnknown(one) && votesOn(one) > 0), "dupeCard.fewVotes"],
      // At the top it would only repeat what each card says.
      [none === relations[0] ? undefined : none, "dupeCard.otherUnknown"],
    );
  return new Map(groups.flatMap(([first, heading]) => (first ? [[first, heading]] : [])));
}

/** "3 sources", "2 for, 1 against" */
export function sourcesOn(
  language: Language,
  { sources_for, sources_against }: Pick<Relation, "sources_for" | "sources_against">,
): string | undefined {
  if (sources_for + sources_against === 0) return undefined;
  const values = { for: sources_for, against: sources_against };
  if (sources_for > 0 && sources_against > 0)
    return translatorIn(language).t("messages:dupeCard.sourcesBoth", values);
  return sources_for > 0
    ? translatorIn(language).t("messages:dupeCard.sources", { count: sources_for })
    : translatorIn(language).t("messages:dupeCard.sourcesAgainst", { count: sources_against });
}

/** "estimate by parfumo.com: 92 %" (RULES.md 1.6) */
export function estimateOf(language: Language, { estimacion, estimacion_url }: Relation): string {
  const percent = formatIn(language).percent(estimacion!);
  return estimacion_url === null
    ? translatorIn(language).t("messages:dupeCard.estimate", { percent })
    : translatorIn(language).t("messages:dupeCard.estimateBy", {
        percent,
        host: hostOf(estimacion_url),
      });
}

/** "1 of 2 say it smells alike", where there are votes but no figure (RULES.md 1.6). */
export function wordsOn(language: Language, one: Relation) {
  const votes = votesOn(one);
  if (votes === 0 || hasEnoughVotes(one)) return undefined;
  const { t } = translatorIn(language);
  // Three votes and more, which are not of three distinct voices, are no figure either.
  return one.few_voices
    ? t("messages:dupeCard.fewVotes")
    : t("messages:dupeCard.say", { count: one.likes, votes });
}
