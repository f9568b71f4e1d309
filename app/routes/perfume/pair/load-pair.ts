import { stances } from "#app/domain/catalog/sources.ts";
import { data } from "react-router";
import { withoutDoubted } from "#app/domain/catalog/dupe-order.ts";
import { pairPath } from "#app/domain/catalog/slugs.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { findPair, type Pair } from "#app/domain/pairs/pairs.ts";
import { isWorthReading } from "#app/domain/pairs/worth-reading.ts";
import { bestOffers } from "#app/domain/prices/bottle-prices.ts";
import { pagePrices } from "#app/domain/prices/page-currency.ts";
import { verdictCountsOf } from "#app/domain/reviews/verdict-counts.ts";
import { noVerdicts } from "#app/domain/reviews/verdict-questions.ts";
import { changesPage } from "#app/http/page-kinds.ts";
import {
  currentUser,
  database,
  language,
  services,
  structuredData,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { pagePhoto } from "#app/uploads/photo-names.ts";
import { openBlind } from "../blind/open-blind.ts";
import { ownVotes, withVotes } from "../load-reader.ts";
import { perfumeOf, type Place } from "../place.ts";
import { lookFor } from "../prices/look-for.ts";
import { reviewsOf } from "../reviews/open-reviews.ts";
import { readSources } from "../sources/open-sources.ts";
import { suggestSourceForm } from "../sources/suggest-source.ts";
import { openVerdict } from "../verdicts/open-verdict.ts";
import { describePair } from "./pair-structured-data.ts";
import { pairTexts } from "./pair-texts.ts";
import { sideBySide } from "./side-by-side.ts";

const maxOthers = 16;

export type PairData = Awaited<ReturnType<typeof loadPair>>;

/** Follows merges. @throws 410 for a removed bottle, 404 for an unknown one or two without a relation */
export async function pairOf(
  context: RequestContext,
  { slug, dupe }: { slug: string; dupe: string },
): Promise<Pair> {
  const one = await perfumeOf(context, slug);
  const other = await perfumeOf(context, dupe);
  const pair = one.id === other.id ? undefined : await findPair(context.get(database), one, other);
  if (pair) return pair;
  const { t } = translatorIn(context.get(language));
  const bottles = [one, ...(one.id === other.id ? [] : [other])];
  throw data(
    {
      title: t("pages:pair.missingTitle"),
      message: t("pages:pair.missing"),
      popular: [],
      bottles: bottles.map(({ id, marca, nombre }) => ({ id, marca, nombre })),
    },
    404,
  );
}

export const placeOfPair = (
  request: Request,
  context: RequestContext,
  { original, lookAlike }: Pair,
): Place => ({
  perfumeId: original.id,
  path: inLanguage(context.get(language), pairPath(original, lookAlike)),
  query: "",
  open: "",
  stays: new URL(request.url).pathname.endsWith(".data"),
  isPair: true,
});

const bottleOn = ({ id, marca, nombre, foto }: Pair["original"]) => ({
  id,
  marca,
  nombre,
  ...(foto !== null && { foto: pagePhoto(foto) }),
});

export async function loadPair(
  request: Request,
  context: RequestContext,
  query: URLSearchParams,
  { original, lookAlike, relation: counted, otherDupes, otherOriginals }: Pair,
) {
  const db = context.get(database);
  const code = context.get(language);
  const now = new Date();
  const path = pairPath(original, lookAlike);
  const ids = [original.id, lookAlike.id];
  const names = { dupe: lookAlike.nombre, original: original.nombre };
  const [votes, verdicts, offers, vouched, sources, reviews, isWorth, blind] = await Promise.all([
    ownVotes(context, original.id),
    verdictCountsOf(db, [counted.id]),
    bestOffers(db, ids, { now }),
    bestOffers(db, [lookAlike.id], { now, only: "vouched" }),
    readSources(context, counted),
    reviewsOf(context, query, counted),
    isWorthReading(db, counted.id),
    openBlind(context, { dupeId: counted.id, names }),
  ]);
  const [relation = counted] = withVotes([counted], votes);
  const counts = verdicts.get(relation.id) ?? noVerdicts;
  const listed = { dupes: [lookAlike.id], originals: [] };
  const asked = query.get("currency");
  const known = pagePrices(offers, original.id, listed, { language: code, asked });
  const texts = pairTexts(code, original, relation);
  if (!changesPage(query) && context.get(currentUser) === null) {
    const offer = vouched.get(lookAlike.id)?.get(known.currency);
    const shown = { original, lookAlike, texts, reviews: reviews.reviews };
    const hasSample = context.get(services).hasSample();
    const graph = describePair(context, {
      ...shown,
      ...(!hasSample && { relation: counted, offer }),
    });
    context.set(structuredData, graph);
  }
  const pairWith = (others: Relation[], as: "dupe" | "original") =>
    withoutDoubted(others)
      .slice(0, maxOthers)
      .map(({ bottleId: id, marca, nombre }) => {
        const bottle = { id, marca, nombre };
        const to = as === "dupe" ? pairPath(original, bottle) : pairPath(bottle, lookAlike);
        return { id, marca, nombre, to };
      });
  return {
    scripts: false as const,
    path,
    texts,
    isWorth,
    bottles: [lookAlike, original].map(bottleOn),
    dupe: {
      id: relation.id,
      voto: votes[relation.id]?.voto,
      likes: formatIn(code).number(relation.likes),
      dislikes: formatIn(code).number(relation.dislikes),
    },
    searches: await lookFor(
      context,
      [lookAlike, original].filter(({ id }) => !known.prices.has(id)),
    ),
    rows: sideBySide(code, lookAlike, original, known),
    verdict: await openVerdict(request, context, query, {
      path,
      counts,
      dupeId: relation.id,
    }),
    blind,
    sources,
    sourceConstraints: suggestSourceForm.constraints,
    stances: stances.map((stance): [string, string] => [
      stance,
      translatorIn(code).t(`messages:sources.${stance}`),
    ]),
    reviews,
    otherDupes: pairWith(otherDupes, "dupe"),
    otherOriginals: pairWith(otherOriginals, "original"),
  };
}
