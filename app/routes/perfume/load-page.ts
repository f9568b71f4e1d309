import { hasEnoughVotes, withoutDoubted } from "#app/domain/catalog/dupe-order.ts";
import { factsOf } from "#app/domain/catalog/facts.ts";
import { nearestOf, type Relation, withoutVotes } from "#app/domain/catalog/relations.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import {
  answersForm,
  config,
  currentUser,
  language,
  services,
  structuredData,
  viewedPerfume,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { changesPage } from "#app/http/page-kinds.ts";
import { readSort } from "#app/domain/prices/arrange.ts";
import { picturePath } from "#app/ui/link-picture/picture-path.ts";
import { pagePhoto } from "#app/uploads/photo-names.ts";
import { presentFacts } from "./facts-in-words.ts";
import { describePerfume } from "./perfume-structured-data.ts";
import { ownVotes, readerOf, withVotes } from "./load-reader.ts";
import { lookFor } from "./prices/look-for.ts";
import { openPrices } from "./prices/open-prices.ts";
import { openReviews } from "./reviews/open-reviews.ts";
import { presentRelations } from "./present-relations.ts";
import { pricing } from "./prices/price-form-fields.ts";
import { pricesOnPage } from "./prices/prices-on-page.ts";
import { answerQuestions } from "./questions.ts";
import { type Perfume, readPage } from "./read-page.ts";
import { suggestDupeForm } from "./suggest-dupe.ts";
import { perfumeTexts } from "./texts.ts";
import { figuresOf } from "./vote-figures.ts";

export type PageData = Awaited<ReturnType<typeof loadPage>>;

export async function loadPage(
  request: Request,
  context: RequestContext,
  query: URLSearchParams,
  perfume: Perfume,
) {
  const code = context.get(language);
  // In parallel: each round trip to a remote database is expensive.
  const [read, votes] = await Promise.all([
    readPage(context, perfume),
    ownVotes(context, perfume.id),
  ]);
  const { verdicts, tests, supporters, related } = read;
  const dupes = withVotes(read.dupes, votes);
  const originals = withVotes(read.originals, votes);
  const relations = [...dupes, ...originals];
  const bottles = [{ id: perfume.id, marca: perfume.marca, nombre: perfume.nombre }].concat(
    relations.map(bottleOf),
  );
  const prices = pricesOnPage(code, query, perfume, dupes, read);
  const [sightings, reviews, reader] = await Promise.all([
    openPrices(context, query, bottles),
    openReviews(context, query, perfume.id, relations),
    readerOf(request, context, bottles),
  ]);
  context.set(viewedPerfume, perfume.id);
  const { id, marca, nombre, foto } = perfume;
  const questions = answerQuestions(code, perfume, dupes, originals, verdicts);
  const isPriced = dupes.some(({ bottleId }) => prices.of(bottleId));
  const texts = perfumeTexts(code, perfume, dupes, originals, isPriced);
  const facts = presentFacts(code, factsOf(perfume));
  const nearest = nearestOf(dupes, originals);
  const picture = picturePath({ id, marca, nombre, dupes: withoutDoubted(dupes).length, nearest });
  // Search engines have no account.
  if (!changesPage(query) && context.get(currentUser) === null) {
    const known = { perfume, description: texts.description, facts: facts.known, picture };
    const shown = { dupes, originals, questions, offer: prices.offer };
    context.set(structuredData, describe(context, { ...known, ...shown }));
  }
  const own = { votes, kept: reader.kept };
  const present = (some: Relation[]) =>
    presentRelations(code, some, perfume, own, prices.of, {
      sort: query.has("sort") ? readSort(query.get("sort")) : null,
      verdicts,
      tests,
      supporters,
    });
  const owned = withoutDoubted(dupes).find((one) => reader.kept.get(one.bottleId) === "have");
  const panel = reviews ?? sightings;
  const asked = await pricing(context, query, prices.currency, bottles);
  const leads = withoutDoubted(dupes).length === 0;
  const [search] = leads && !prices.of(id) ? await lookFor(context, [perfume]) : [];
  return {
    perfume: { id, marca, nombre, ...(foto !== null && { foto: pagePhoto(foto) }) },
    list: reader.kept.get(id),
    owned: owned && bottleOf(owned),
    picture,
    // Omitted when a panel is open: nobody reads them then, and with reviews the page would be too heavy (RULES.md 11.8).
    ...(!panel && { questions, ...methodOf(code, relations) }),
    path: perfumePath(perfume),
    ...(leads && { leads: "originals" as const }),
    ...(search && { search }),
    ...(dupes.length > 0 && { available: availableOf(code, prices.shown) }),
    texts,
    ...(facts.line && { inIt: facts.line, facts: facts.list }),
    dupes: present(prices.shown),
    originals: present(originals),
    ...prices.page,
    ...(sightings && {
      prices: { ...sightings, compared: prices.compared(sightings.bottle.id) },
    }),
    ...(asked && { pricing: asked }),
    ...(dupes.length > 0 && { shop: context.get(config).affiliateUrlTemplate }),
    figures: figuresOf(formatIn(code), relations.flatMap(numbersOf)),
    ...(reviews && { reviews }),
    related,
    alert: reader.alert,
    ...suggesting(context, query),
  };
}

const methodOf = (code: Language, relations: Relation[]) =>
  relations.some(hasEnoughVotes) && {
    method: translatorIn(code).t("messages:perfumePage.method"),
  };

function suggesting(context: RequestContext, query: URLSearchParams) {
  const isOpen = query.get("suggest") === "dupe";
  return {
    ...(isOpen && { suggesting: true as const }),
    ...((isOpen || context.get(answersForm)) && {
      suggestConstraints: suggestDupeForm.constraints,
    }),
  };
}

/** While votes and prices are invented, nothing that is drawn from them (RULES.md 1.14). */
function describe(context: RequestContext, shown: Parameters<typeof describePerfume>[1]) {
  if (!context.get(services).hasSample()) return describePerfume(context, shown);
  const code = context.get(language);
  const [dupes, originals] = [withoutVotes(shown.dupes), withoutVotes(shown.originals)];
  const { description } = perfumeTexts(code, shown.perfume, dupes, originals);
  const questions = answerQuestions(code, shown.perfume, dupes, originals);
  const uninvented = { description, dupes, originals, questions, offer: null };
  return describePerfume(context, { ...shown, ...uninvented });
}

/** What is below headings of its own is not counted (RULES.md 1.7). */
function availableOf(code: Language, shown: Relation[]): string {
  const { length: count } = withoutDoubted(shown);
  const { t } = translatorIn(code);
  if (count === 0 && shown.length > 0) return t("perfume.none");
  const values = { count, shown: formatIn(code).number(count) };
  return translatorIn(code).t("messages:perfumePage.available", values);
}

const bottleOf = ({ bottleId, marca, nombre }: Relation) => ({ id: bottleId, marca, nombre });

const numbersOf = ({ likes, dislikes, reviews }: Relation) => [
  likes,
  dislikes,
  likes + dislikes,
  reviews,
];
