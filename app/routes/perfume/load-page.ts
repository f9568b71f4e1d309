import { pagePhoto } from "#app/uploads/photo-names.ts";
import { redirect, type RouterContextProvider } from "react-router";
import {
  listDupes,
  listOriginals,
  nearestOf,
  type Relation,
} from "#app/domain/catalog/relations.ts";
import { findPerfumeNow, wasRemoved } from "#app/domain/catalog/removed-perfumes.ts";
import { perfumeIdOf, perfumePath, perfumeSlug } from "#app/domain/catalog/slugs.ts";
import { hasAlert } from "#app/domain/shelf/dupe-alerts.ts";
import { votesOf } from "#app/domain/reviews/votes.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { hasMeaning } from "#app/i18n/paths.ts";
import {
  answersForm,
  config,
  currentUser,
  database,
  language,
  structuredData,
  viewedPerfume,
} from "#app/http/middleware/context.ts";
import type { Db } from "#db/database.ts";
import { picturePath } from "#app/ui/link-picture/picture-path.ts";
import { figuresOf } from "#app/ui/vote-figures.ts";
import { missingPage } from "../missing-page.ts";
import { keptOf } from "../shelf/kept.ts";
import type { Route } from "./+types/perfume";
import { describePerfume } from "./describe.ts";
import { openReviews } from "./open-reviews.ts";
import { presentRelations } from "./present-relations.ts";
import { openPrices, pricesOnPage, pricing } from "./prices-on-page.ts";
import { answerQuestions } from "./questions.ts";
import { suggestDupeForm } from "./suggest-dupe.ts";
import { relatedTo } from "./load-related.ts";
import { reportPage } from "./report-review.ts";
import { perfumeTexts } from "./texts.ts";

/**
 * The perfume that an address names, also by the id of one that was merged into it (RULES.md 2.2).
 * @throws 410 when it was taken out of the catalogue, else what is `missing`: by default 404
 */
export async function perfumeOf(
  context: Readonly<RouterContextProvider>,
  slug: string,
  missing: () => Promise<unknown> = () => missingPage(context, 404, { of: "perfume" }),
) {
  const id = perfumeIdOf(slug);
  const db = context.get(database);
  if (id === null) throw await missing();
  const perfume = await findPerfumeNow(db, id);
  if (perfume) return perfume;
  throw (await wasRemoved(db, id))
    ? await missingPage(context, 410, { of: "perfume" })
    : await missing();
}

/** All that the page of a perfume shows; an address with words that are out of date leads to the right one (RULES.md 2.2). */
export async function load({ request, url, params, context }: Route.LoaderArgs) {
  const db = context.get(database);
  const perfume = await perfumeOf(context, params.slug);
  const slug = perfumeSlug(perfume);
  if (slug !== params.slug && !context.get(answersForm))
    throw redirect(`${params.lang ? `/${params.lang}` : ""}/perfume/${slug}${url.search}`, 301);

  const report = await reportPage(request, context, url.searchParams, perfume);
  if (report) return report;

  // At once: of a database at a distance each turn costs.
  const [dupes, originals, related] = await Promise.all([
    listDupes(db, perfume.id),
    listOriginals(db, perfume.id),
    relatedTo(db, perfume),
  ]);
  const relations = [...dupes, ...originals];
  const bottles = [perfume, ...relations.map((one) => ({ ...one, id: one.bottleId }))].map(
    ({ id, marca, nombre }) => ({ id, marca, nombre }),
  );
  const user = context.get(currentUser);
  const ids = bottles.map(({ id }) => id);
  // Only a page without any bottle like it asks (no-dupes.tsx).
  const asksForAlert = user !== null && relations.length === 0;
  const [prices, opened, reviews, votes, kept, alert] = await Promise.all([
    pricesOnPage(context, url.searchParams, perfume, { dupes, originals }),
    openPrices(context, url.searchParams, bottles),
    openReviews(context, url.searchParams, perfume.id, relations),
    user ? votesOf(db, user.userId, perfume.id) : {},
    keptOf(request, context, ids),
    asksForAlert ? alertOf(db, user.userId, perfume.id) : undefined,
  ]);
  const own = prices.of(perfume.id);
  const owned = dupes.find(({ bottleId }) => kept.get(bottleId) === "have");
  context.set(viewedPerfume, perfume.id);
  const { marca, nombre, foto } = perfume;
  const suggesting = url.searchParams.get("suggest") === "dupe";
  const questions = answerQuestions(context.get(language), perfume, dupes, originals);
  const texts = perfumeTexts(context.get(language), perfume, dupes, originals);
  const picture = picturePath({
    ...perfume,
    dupes: dupes.length,
    nearest: nearestOf(dupes, originals),
  });
  if (!hasMeaning(url.searchParams))
    context.set(
      structuredData,
      describePerfume(
        context.get(config).origin,
        context.get(language),
        perfume,
        texts.description,
        dupes,
        originals,
        questions,
        picture,
        prices.offer,
      ),
    );
  return {
    perfume: { id: perfume.id, marca, nombre, foto: pagePhoto(foto) },
    list: kept.get(perfume.id),
    /** a look-alike that the reader has */
    owned: owned && { id: owned.bottleId, marca: owned.marca, nombre: owned.nombre },
    picture,
    // Nobody reads them below what was opened, and a page with reviews would be too heavy with them (RULES.md 11.3).
    ...(reviews === null && opened.prices === undefined && { questions }),
    path: perfumePath(perfume),
    count: { count: dupes.length, shown: formatIn(context.get(language)).number(dupes.length) },
    texts,
    dupes: presentRelations(prices.shown, votes, kept, prices.of),
    originals: presentRelations(originals, votes, kept, prices.of),
    ...(own && { price: own }),
    ...(prices.bar && { bar: prices.bar }),
    ...(prices.any && { priced: true as const }),
    query: prices.query,
    ...opened,
    ...(await pricing(context, url.searchParams, prices.currency, bottles)),
    shop: context.get(config).affiliateUrlTemplate,
    figures: figuresIn(context.get(language), relations),
    reviews,
    related,
    alert,
    ...(suggesting && { suggesting: true as const }),
    ...((suggesting || context.get(answersForm)) && {
      suggestConstraints: suggestDupeForm.constraints,
    }),
  };
}

/** The numbers that the cards show, as the language writes them. */
function figuresIn(code: Language, relations: Relation[]) {
  const numbers = relations.flatMap(({ likes, dislikes, reviews }) => [
    likes,
    dislikes,
    likes + dislikes,
    reviews,
  ]);
  return figuresOf(formatIn(code), numbers);
}

async function alertOf(db: Db, userId: string, perfumeId: number): Promise<"on" | "off"> {
  return (await hasAlert(db, userId, perfumeId)) ? "on" : "off";
}
