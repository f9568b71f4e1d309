import { parseId } from "#app/domain/catalog/ids.ts";
import { type ShownSighting, sightingsOf } from "#app/domain/prices/sightings.ts";
import {
  currentUser,
  database,
  language,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { presentPrice } from "./prices-on-page.ts";

/** Data for `?prices=`: the sightings of a bottle on the page. */
export async function openPrices(
  context: RequestContext,
  query: URLSearchParams,
  bottles: { id: number; nombre: string }[],
) {
  const bottle = bottles.find(({ id }) => id === parseId(query.get("prices")));
  if (!bottle) return null;
  const lang = context.get(language);
  const author = context.get(currentUser)?.userId ?? null;
  const db = context.get(database);
  const sightings = await sightingsOf(db, bottle.id, { now: new Date(), author });
  return {
    bottle: { id: bottle.id, nombre: bottle.nombre },
    sightings: sightings.map((sighting) => presentSighting(lang, sighting)),
  };
}

function presentSighting(lang: Language, sighting: ShownSighting) {
  const { id, kind, country, isHeld } = sighting;
  return {
    id,
    kind,
    ...presentPrice(lang, sighting, null, true),
    ...(isHeld && { waiting: translatorIn(lang).t("messages:prices.waiting") }),
    ...(country !== null && { country: formatIn(lang).country(country) }),
  };
}
