import { originalsOfBottles, type Resemblance } from "#app/domain/catalog/best-dupes.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { perfumeCards } from "#app/domain/catalog/perfumes.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { lists } from "#app/domain/shelf/lists.ts";
import {
  countShelf,
  countsOf,
  pageOf,
  pagesOfShelf,
  readShelf,
  readWholeShelf,
  type ShelfBottle,
} from "#app/domain/shelf/shelf-entries.ts";
import { currentShelf } from "#app/domain/shelf/visitor-shelf.ts";
import { getsWeeklyEmail } from "#app/domain/shelf/weekly-subscription.ts";
import { type Format, formatIn } from "#app/i18n/format.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import {
  currentUser,
  database,
  language,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { type DupeStanding, standingsOf } from "#app/domain/prices/standings.ts";
import { myContributions, pageNumbers, shows } from "./load-own-words.ts";
import { visitorShelfOf } from "./visitor-cookie.ts";

export type ShelfData = Awaited<ReturnType<typeof loadShelf>>;

/** The reader's bottles, or a page of their votes, verdicts or reviews (RULES.md 7.3, 7.4). */
export async function loadShelf(request: Request, url: URL, context: RequestContext) {
  const user = context.get(currentUser);
  const texts = translatorIn(context.get(language)).t("pages:shelf", { returnObjects: true });
  const asked = url.searchParams.get("show");
  const show = user ? (shows.find((one) => one === asked) ?? null) : null;
  const page = parseId(url.searchParams.get("page")) ?? 1;
  return {
    texts,
    show,
    page,
    signedIn: user !== null,
    shelf: show ? null : await loadBottles(request, context, page),
    own: user ? await myContributions(context, user.userId, show, page) : null,
    weekly: user
      ? {
          on: await getsWeeklyEmail(context.get(database), user.userId),
          confirmed: user.confirmed,
        }
      : null,
  };
}

async function loadBottles(request: Request, context: RequestContext, page: number) {
  const db = context.get(database);
  const user = context.get(currentUser);
  const format = formatIn(context.get(language));
  const visitors = user ? [] : await currentShelf(db, await visitorShelfOf(request, context));
  const counts = user
    ? await countShelf(db, user.userId)
    : countsOf(visitors.map(({ list }) => [list, 1]));
  const bottles = user ? await readShelf(db, user.userId, page) : pageOf(visitors, page);
  const shown = await presentBottles(context, bottles);
  return {
    empty: counts.all === 0,
    lists: lists.map((list) => ({
      list,
      count: format.number(counts[list]),
      bottles: shown.filter((bottle) => bottle.list === list),
    })),
    pages: pageNumbers(format, pagesOfShelf(counts)),
  };
}

export async function loadWholeShelf(request: Request, context: RequestContext) {
  const db = context.get(database);
  const user = context.get(currentUser);
  if (user) return readWholeShelf(db, user.userId);
  const visitors = await currentShelf(db, await visitorShelfOf(request, context));
  return lists.flatMap((list) => visitors.filter((bottle) => bottle.list === list));
}

export async function describeBottles(context: RequestContext, bottles: ShelfBottle[]) {
  const db = context.get(database);
  const ids = bottles.map(({ perfumeId }) => perfumeId);
  const cards = new Map((await perfumeCards(db, ids)).map((card) => [card.id, card]));
  const standings = await standingsOf(db, ids, context.get(language));
  return bottles.flatMap((bottle) => {
    const perfume = cards.get(bottle.perfumeId);
    return perfume ? [{ ...bottle, perfume, standing: standings.get(bottle.perfumeId)! }] : [];
  });
}

async function presentBottles(context: RequestContext, bottles: ShelfBottle[]) {
  const format = formatIn(context.get(language));
  const described = await describeBottles(context, bottles);
  const originals = await originalsOfBottles(
    context.get(database),
    described.flatMap(({ perfumeId, perfume }) => (perfume.dupes === 0 ? perfumeId : [])),
  );
  return described.map(({ perfume: { id, marca, nombre, foto, dupes }, list, standing }) => ({
    id,
    marca,
    nombre,
    foto,
    list,
    path: perfumePath({ id, marca, nombre }),
    dupes: { count: dupes, shown: format.number(dupes) },
    like: presentOriginal(format, originals.get(id)?.[0]),
    ...presentStanding(format, standing),
  }));
}

function presentOriginal(format: Format, original: Resemblance | undefined) {
  if (!original) return null;
  const { nombre, porcentaje } = original;
  const figure = porcentaje === null ? null : format.percent(porcentaje);
  return { nombre, path: perfumePath(original), figure };
}

function presentStanding(format: Format, { own, similarity, best, price, cheapest }: DupeStanding) {
  const reference = own?.reference;
  return {
    price: reference
      ? {
          figure: writeAmount(format, reference.amount, reference.currency),
          size: format.millilitres(reference.size),
        }
      : null,
    best: best && {
      nombre: best.nombre,
      path: perfumePath(best),
      figure: similarity === null ? null : format.percent(similarity),
    },
    cheapest:
      cheapest && price
        ? {
            nombre: cheapest.nombre,
            path: perfumePath(cheapest),
            figure: writeAmount(format, price.amount, price.currency),
            size: format.millilitres(cheapest.price.cheapest.size),
          }
        : null,
  };
}
