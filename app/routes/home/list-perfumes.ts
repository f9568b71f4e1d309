import { originalsOfBottles, type Resemblance } from "#app/domain/catalog/best-dupes.ts";
import { mostSearched, mostWereOpened, type PerfumeCard } from "#app/domain/catalog/perfumes.ts";
import type { PerfumeSearch } from "#app/domain/search/perfume-search.ts";
import { type BottlePrice, savings } from "#app/domain/prices/bottle-prices.ts";
import { standingsOf } from "#app/domain/prices/standings.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import {
  answersForm,
  clientAddress,
  database,
  language,
  services,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import { concentrationIn, notesIn } from "#app/i18n/fact-words.server.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { pairPath } from "#app/domain/catalog/slugs.ts";
import { slugify } from "#app/i18n/text.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { presentCard, type PresentedCard } from "#app/ui/perfume-card.tsx";
import { likenessOf } from "#app/ui/likeness.ts";
import type { Nothing } from "./nothing-found.tsx";

/** bottles shown when nothing was found: two rows of three on a wide screen, three of two on a narrow one */
const popularShown = 6;

type NamedPair = NonNullable<Awaited<ReturnType<PerfumeSearch["find"]>>["pair"]>;

interface Listed {
  perfumes: PresentedCard[];
  /** how many of the last ones are not what was typed (RULES.md 2.1) */
  near: number;
  /** false if fewer than eight were opened this month (RULES.md 3.2) */
  opened: boolean;
  count: number;
  pages: number;
  problem: string | null;
  nothing?: Nothing;
}

/** @param isNew false when the person has seen the results already and the page only adds a form */
export async function listFound(
  context: RequestContext,
  query: string,
  page: number,
  isNew: boolean,
): Promise<Listed> {
  return orProblem(context, "home.errorLoading", async () => {
    const address = isNew && !context.get(answersForm) ? context.get(clientAddress) : null;
    const { search } = context.get(services);
    const { perfumes: bottles, pair, count, pages } = await search.find(query, page, address);
    const originals = new Map(bottles.map(({ id, dupeOf }) => [id, dupeOf]));
    const cards = await present(context, bottles, originals);
    const lang = context.get(language);
    const editions = editionsOf(lang, bottles);
    const { t } = translatorIn(lang);
    const found = bottles.map(
      ({ notes }) => notes && { says: t("search.withNotes", { notes: notesIn(lang, notes) }) },
    );
    const compared = pair ? [await presentPair(context, pair)] : [];
    const perfumes = [
      ...compared,
      ...cards.map((card, at) => ({ ...card, ...editions[at], ...found[at] })),
    ];
    const near = bottles.filter(({ isNear }) => isNear).length;
    const nothing = perfumes.length === 0 ? await waysOn(context, query) : undefined;
    return { perfumes, count, pages, near, opened: false, ...(nothing && { nothing }) };
  });
}

/**
 * A look-alike names its original, any other its best dupe and what that costs. Runs a constant number of queries.
 * @param known the originals of the bottles, if they were read already
 */
async function present(
  context: RequestContext,
  perfumes: PerfumeCard[],
  known?: Map<number, Resemblance[]>,
): Promise<PresentedCard[]> {
  const db = context.get(database);
  const lang = context.get(language);
  const format = formatIn(lang);
  const ids = perfumes.map(({ id }) => id);
  const [originals, standings] = await Promise.all([
    known ?? originalsOfBottles(db, ids),
    standingsOf(db, ids, lang),
  ]);
  const { t } = translatorIn(lang);
  const written = ({ reference }: BottlePrice) =>
    writeAmount(format, reference.amount, reference.currency);
  return perfumes.map((perfume) => {
    const { best, own, similarity } = standings.get(perfume.id)!;
    const original = originals.get(perfume.id)?.[0];
    const dupe = best && {
      nombre: best.nombre,
      porcentaje: similarity,
      price: best.price && written(best.price),
    };
    const likeness = likenessOf(original, dupe, format);
    const less = !original && best?.price && savings(best.price.reference, own?.reference);
    return {
      ...presentCard(perfume, format),
      ...(likeness && { likeness }),
      ...(own && { price: `${written(own)} · ${format.millilitres(own.reference.size)}` }),
      ...(less && { saved: t("messages:prices.perMl", { difference: format.difference(less) }) }),
    };
  });
}

async function presentPair(context: RequestContext, pair: NamedPair) {
  const { original, lookAlike } = pair;
  const known = new Map([[lookAlike.id, lookAlike.dupeOf]]);
  const [card] = await present(context, [lookAlike], known);
  const title = `${lookAlike.nombre} / ${original.nombre}`;
  return { ...card!, title, path: pairPath(original, lookAlike) };
}

/** Concentration and year of bottles that another result resembles in brand and first word. */
function editionsOf(language: Language, perfumes: PerfumeCard[]): { edition?: string }[] {
  const nameOf = ({ marca, nombre }: PerfumeCard) => slugify(`${marca} ${nombre.split(" ")[0]}`);
  const alike = Map.groupBy(perfumes, nameOf);
  return perfumes.map((perfume) => {
    const { concentracion, anio } = perfume;
    const words = concentracion && concentrationIn(language, concentracion);
    const edition = [words, anio].filter(Boolean).join(" · ");
    return alike.get(nameOf(perfume))!.length > 1 && edition ? { edition } : {};
  });
}

async function waysOn(context: RequestContext, query: string): Promise<Nothing> {
  const { search } = context.get(services);
  const { marca } = await search.splitName(query);
  const popular = await mostSearched(context.get(database), new Date(), popularShown);
  return {
    near: await search.nearest(query),
    brand: marca ? { marca, slug: slugify(marca) } : null,
    popular: await present(context, popular),
  };
}

export async function listMostSearched(context: RequestContext): Promise<Listed> {
  return orProblem(context, "home.errorTop", async () => {
    const db = context.get(database);
    const now = new Date();
    const [perfumes, opened] = await Promise.all([mostSearched(db, now), mostWereOpened(db, now)]);
    return {
      perfumes: await present(context, perfumes),
      near: 0,
      opened,
      count: perfumes.length,
      pages: 1,
    };
  });
}

/** Logs a failure and shows it in place of the list, because the rest of the page is still useful (RULES.md 12.7). */
async function orProblem(
  context: RequestContext,
  problem: "home.errorTop" | "home.errorLoading",
  list: () => Promise<Omit<Listed, "problem">>,
): Promise<Listed> {
  try {
    return { ...(await list()), problem: null };
  } catch (error) {
    logFailure(context, error);
    const text = translatorIn(context.get(language)).t(`messages:${problem}`);
    return { perfumes: [], near: 0, opened: false, count: 0, pages: 0, problem: text };
  }
}
