import { redirect, type RouterContextProvider } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { isKnown } from "#app/domain/catalog/dupe-order.ts";
import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { pricesOn, describePerfume, historyOf } from "#app/domain/desk/catalog/desk-bottle.ts";
import { presentEntries } from "#app/domain/desk/log/shown-log.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { factsToType } from "#app/http/forms/typed-facts.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { type Format, formatIn } from "#app/i18n/format.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { missingPage } from "../../missing-page.ts";
import { entriesInLanguage } from "../entries-in-language.ts";
import { operator } from "../guard.ts";
import { bottlePath } from "./bottle-page.ts";

/**
 * A bottle and one page of its history, in the page's language.
 * @throws 404, or a redirect to the bottle that it was merged into
 */
export async function loadBottle(
  context: Readonly<RouterContextProvider>,
  id: number | null,
  query: URLSearchParams,
) {
  const { role } = operator(context);
  const db = context.get(database);
  const page = parseId(query.get("page") ?? "1");
  const bottle = id !== null && page !== null && (await describePerfume(db, id));
  if (!bottle) throw await elsewhere(context, id);
  const format = formatIn(context.get(language));
  const figured = <One extends Parameters<typeof isKnown>[0] & { porcentaje: number }>(
    one: One,
  ) => ({
    ...one,
    figure: isKnown(one) ? format.percent(one.porcentaje) : null,
  });
  const prices = await pricesOn(db, bottle.id, new Date());
  const history = await historyOf(db, bottle.id, page);
  return {
    bottle: {
      ...bottle,
      dupes: bottle.dupes.map(figured),
      originals: bottle.originals.map(figured),
      facts: factsToType(context.get(language), bottle.facts),
      path: perfumePath(bottle),
      views: format.number(bottle.vistas),
      merged: bottle.merged.join(", "),
      sightings: prices.map((price) => presentPrice(format, price)),
    },
    history: {
      page,
      more: history.more,
      entries: entriesInLanguage(
        context.get(language),
        await presentEntries(db, role, history.entries),
      ),
    },
  };
}

function presentPrice(
  format: Format,
  {
    amount,
    currency,
    size,
    seenOn,
    id,
    kind,
    shop,
    state,
    version,
  }: Awaited<ReturnType<typeof pricesOn>>[number],
) {
  return {
    id,
    kind,
    shop,
    state,
    version,
    amount: writeAmount(format, amount, currency),
    size: format.millilitres(size),
    seen: format.date(seenOn),
  };
}

async function elsewhere(context: Readonly<RouterContextProvider>, id: number | null) {
  const now = id === null ? undefined : await currentPerfumeId(context.get(database), id);
  if (now === undefined || now === id) return missingPage(context);
  return redirect(inLanguage(context.get(language), bottlePath(now)));
}
