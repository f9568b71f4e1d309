import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { concentrationIn, noteIn } from "#app/i18n/fact-words.server.ts";
import {
  hasEnoughVotes,
  isDisputed,
  isNamedByShops,
  isRejected,
  isSupported,
  knownSimilarity,
} from "#app/domain/catalog/dupe-order.ts";
import { compareNotes } from "#app/domain/pairs/pairs.ts";
import type { Sort } from "#app/domain/prices/arrange.ts";
import { listOf } from "./facts-in-words.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { hostOf } from "#app/domain/catalog/source-urls.ts";
import type { Supporters } from "#app/domain/catalog/sources.ts";
import type { OwnVotes } from "#app/domain/reviews/votes.ts";
import type { List } from "#app/domain/shelf/lists.ts";
import type { VerdictCounts } from "#app/domain/reviews/verdict-questions.ts";
import { saidInVerdicts, saidOnLasting } from "./verdicts/verdict-words.ts";
import type { PriceOnCard } from "./prices/price-line.tsx";

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
  words?: string;
  said?: string;
  both?: string;
  /** above the first dupe of each group but the best (RULES.md 1.7) */
  heading?: string;
  /** absent where nothing is known */
  price?: PriceOnCard;
}

interface Shown {
  sort: Sort | null;
  verdicts: ReadonlyMap<number, VerdictCounts>;
  supporters: ReadonlyMap<number, Supporters>;
}

/** @param ofPage the page's bottle @param votes the reader's votes by dupe @param kept the reader's shelf by bottle */
export function presentRelations(
  language: Language,
  relations: Relation[],
  ofPage: Pick<Relation, "concentracion" | "notas">,
  { votes, kept }: { votes: OwnVotes; kept: ReadonlyMap<number, List> },
  priceOf: (bottleId: number) => PriceOnCard | undefined,
  { sort, verdicts, supporters }: Shown,
): PresentedRelation[] {
  const headings = headingsOf(relations, sort !== null);
  return relations.map((one) => {
    const heading = headings.get(one);
    const { id, bottleId, marca, nombre, foto, enlace, likes, dislikes, reviews } = one;
    const similarity = knownSimilarity(one);
    const words = wordsOn(language, one);
    const said = evidenceOf(language, one, verdicts.get(id), supporters.get(id), sort);
    const both = votesOn(one) === 0 && notesOfBoth(language, one, ofPage);
    const voto = votes[id]?.voto;
    const list = kept.get(bottleId);
    const price = priceOf(bottleId);
    const concentracion =
      ofPage.concentracion && one.concentracion !== ofPage.concentracion && one.concentracion;
    return {
      id,
      marca,
      nombre,
      bottleId,
      likes,
      dislikes,
      ...(said && { said }),
      ...(both && { both }),
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

function evidenceOf(
  language: Language,
  one: Relation,
  counts: VerdictCounts | undefined,
  supporters: Supporters = {},
  sort: Sort | null,
): string | undefined {
  const phrase =
    counts &&
    ((sort === "lasting" && saidOnLasting(language, counts)) || saidInVerdicts(language, counts));
  const { estimacion, catalogues: count } = one;
  const said =
    phrase ??
    sourcesOn(language, one, supporters) ??
    (estimacion === null ? undefined : estimateOf(language, one)) ??
    (count > 0 ? translatorIn(language).t("messages:sources.catalogues", { count }) : undefined);
  return said && said[0]!.toLocaleUpperCase(language) + said.slice(1);
}

const maxNotes = 3;

function notesOfBoth(
  language: Language,
  { notas }: Relation,
  ofPage: Pick<Relation, "notas">,
): string | undefined {
  if (notas === null || ofPage.notas === null) return undefined;
  const { shared } = compareNotes(ofPage.notas.split("|"), notas.split("|"));
  if (shared.length === 0) return undefined;
  const notes = listOf(shared.slice(0, maxNotes).map((note) => noteIn(language, note)));
  return translatorIn(language).t("messages:dupeCard.both", { notes });
}

const votesOn = ({ likes, dislikes }: Relation) => likes + dislikes;
const isUnknown = (one: Relation) =>
  !hasEnoughVotes(one) &&
  one.estimacion === null &&
  !isSupported(one) &&
  !isDisputed(one) &&
  !isNamedByShops(one);

/** By the first dupe of each group. @param isSorted in a list sorted by price, dupes without a figure can be anywhere */
function headingsOf(relations: Relation[], isSorted: boolean): Map<Relation, MessageKey> {
  const unknown = relations.find((one) => isUnknown(one) && one.estimacion === null);
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

/** "2 reviews and an article say so", "2 for, 1 against" */
function sourcesOn(
  language: Language,
  { sources_for, sources_against }: Relation,
  supporters: Supporters,
): string | undefined {
  const { t } = translatorIn(language);
  if (sources_against > 0)
    return sources_for > 0
      ? t("messages:dupeCard.sourcesBoth", { for: sources_for, against: sources_against })
      : t("messages:dupeCard.sourcesAgainst", { count: sources_against });
  const kinds = speaking.flatMap((kind) =>
    supporters[kind] ? t(`messages:dupeCard.kinds.${kind}`, { count: supporters[kind] }) : [],
  );
  if (kinds.length === 0) return undefined;
  const sources = new Intl.ListFormat(language, { type: "conjunction" }).format(kinds);
  return t("messages:dupeCard.sayso", { count: sources_for, sources });
}

const speaking = ["review", "article", "discussion", "maker"] as const;

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
