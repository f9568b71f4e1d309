import { parseId } from "#app/domain/catalog/ids.ts";
import { type ShownSighting, sightingsOf } from "#app/domain/prices/sightings.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import {
  currentUser,
  database,
  language,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { OpenPrices } from "./sightings-panel.tsx";

/** Data for `?prices=`: the sightings of a bottle on the page. */
export async function openPrices(
  context: RequestContext,
  query: URLSearchParams,
  bottles: { id: number; nombre: string }[],
): Promise<{ prices?: OpenPrices }> {
  const bottle = bottles.find(({ id }) => id === parseId(query.get("prices")));
  if (!bottle) return {};
  const lang = context.get(language);
  const author = context.get(currentUser)?.userId ?? null;
  const db = context.get(database);
  const sightings = await sightingsOf(db, bottle.id, { now: new Date(), author });
  return {
    prices: {
      bottle: { id: bottle.id, nombre: bottle.nombre },
      sightings: sightings.map((sighting) => presentSighting(lang, sighting)),
    },
  };
}

function presentSighting(lang: Language, sighting: ShownSighting) {
  const format = formatIn(lang);
  const {
    id,
    amount,
    currency,
    size,
    per100ml,
    kind,
    shop,
    link,
    affiliate,
    country,
    seenOn,
    isHeld,
  } = sighting;
  return {
    id,
    amount: writeAmount(format, amount, currency),
    size: format.millilitres(size),
    per: `${writeAmount(format, per100ml, currency)}/100\u00a0ml`,
    kind,
    shop,
    date: format.shortDate(seenOn),
    ...(link !== null && { link }),
    ...(link !== null && affiliate && { affiliate: true as const }),
    ...(isHeld && { waiting: translatorIn(lang).t("messages:prices.waiting") }),
    ...(country !== null && { country: format.country(country) }),
  };
}
