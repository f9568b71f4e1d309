import { redirect, type RouterContextProvider } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { pricesOn, describePerfume, historyOf } from "#app/domain/desk/catalog/desk-bottle.ts";
import { presentEntries } from "#app/domain/desk/log/shown-log.ts";
import { factsToType } from "#app/http/forms/typed-facts.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { missingPage } from "#app/http/missing-page.ts";
import { operator } from "../guard.ts";
import { bottlePath } from "../desk-paths.ts";

export type Bottle = Awaited<ReturnType<typeof loadBottle>>["bottle"];

/** @throws 404, or a redirect to the bottle that it was merged into */
export async function loadBottle(
  context: Readonly<RouterContextProvider>,
  id: number | null,
  query: URLSearchParams,
) {
  const { role } = operator(context);
  const db = context.get(database);
  const lang = context.get(language);
  const page = parseId(query.get("page") ?? "1");
  const bottle = id !== null && page !== null && (await describePerfume(db, id));
  if (!bottle) throw await elsewhere(context, id);
  const history = await historyOf(db, bottle.id, page);
  return {
    bottle: {
      ...bottle,
      facts: factsToType(lang, bottle.facts),
      sightings: await pricesOn(db, bottle.id, new Date()),
    },
    history: {
      page,
      more: history.more,
      entries: await presentEntries(db, role, history.entries),
    },
  };
}

async function elsewhere(context: Readonly<RouterContextProvider>, id: number | null) {
  const now = id === null ? undefined : await currentPerfumeId(context.get(database), id);
  if (now === undefined || now === id) return missingPage(context);
  return redirect(inLanguage(context.get(language), bottlePath(now)));
}
