import { data } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { findPerfumeNow, wasRemoved } from "#app/domain/catalog/redirects.ts";
import { perfumeIdOf, perfumePath } from "#app/domain/catalog/slugs.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import { missingPage } from "#app/http/missing-page.ts";
import { arrangedBy, openPanel } from "./page-address.ts";

/** The perfume page that a form was sent from. */
export interface Place {
  perfumeId: number;
  path: string;
  /** how its list is sorted and filtered: "" or "sort=price&" */
  query: string;
  /** what is open in a card: "", "prices=7" or "reviews=9" */
  open: string;
  isPair?: true;
  /** whether a script sent the form: the page stays where it is */
  stays: boolean;
}

export async function placeOf(
  request: Request,
  context: RequestContext,
  slug: string,
  intent: string,
): Promise<Place> {
  const missing = intent === "suggest-dupe" ? unidentified : missingPerfume;
  const perfume = await perfumeOf(context, slug, missing);
  const { searchParams: query, pathname } = new URL(request.url);
  return {
    perfumeId: perfume.id,
    path: inLanguage(context.get(language), perfumePath(perfume)),
    query: arrangedBy(query),
    open: openPanel((panel) => parseId(query.get(panel))),
    stays: pathname.endsWith(".data"),
  };
}

/** Follows merges (RULES.md 1.4). @throws 410 for a removed perfume, `missing` for an unknown one */
export async function perfumeOf(context: RequestContext, slug: string, missing = missingPerfume) {
  const id = perfumeIdOf(slug);
  const db = context.get(database);
  if (id === null) throw await missing(context);
  const perfume = await findPerfumeNow(db, id);
  if (perfume) return perfume;
  throw (await wasRemoved(db, id))
    ? await missingPage(context, 410, { of: "perfume" })
    : await missing(context);
}

export const missingPerfume = (context: RequestContext) =>
  missingPage(context, 404, { of: "perfume" });

/** For a suggested dupe of an unknown perfume: there is no page to show the refusal on (RULES.md 6.1). */
export function unidentified(context: RequestContext) {
  const text = translatorIn(context.get(language)).t("messages:perfume.errorPerfumeId");
  return missingPage(context, 404, { message: text });
}

export function notLoaded(context: RequestContext, error: Error) {
  logFailure(context, error);
  return data(
    { message: translatorIn(context.get(language)).t("messages:perfume.errorLoad") },
    500,
  );
}
