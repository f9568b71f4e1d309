import { redirect } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { pairPath } from "#app/domain/catalog/slugs.ts";
import { bottlesOfDupe } from "#app/domain/pairs/pairs.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuseUnknown } from "#app/http/forms/refusal.ts";
import {
  answersForm,
  database,
  language,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { addPrice } from "./prices/add-price.ts";
import { changeShelf } from "../shelf/change-shelf.ts";
import { vote } from "./cast-vote.ts";
import { alertIntents } from "./change-alert.ts";
import { remove } from "./reviews/delete-review.ts";
import { reportPriceGone } from "./prices/report-price-gone.ts";
import { report } from "./reviews/report-review.ts";
import { suggestDupe } from "./suggest-dupe.ts";
import { suggestFacts } from "./suggest-facts.ts";
import { verdictIntents } from "./verdicts/send-verdict.ts";
import { publish } from "./reviews/write-review.ts";
import { placeOf } from "./place.ts";

const intents = {
  vote,
  "publish-review": publish,
  "delete-review": remove,
  "report-review": report,
  "suggest-dupe": suggestDupe,
  "suggest-facts": suggestFacts,
  "add-price": addPrice,
  "price-gone": reportPriceGone,
  ...alertIntents,
  ...verdictIntents,
};

/**
 * Sources and verdicts were panels of this page in the release before this one.
 * @throws a redirect to the pair's page; with 307 a form is sent there
 */
export async function leadToPair(
  context: RequestContext,
  query: URLSearchParams,
  perfumeId: number,
  status: 303 | 307 = 303,
) {
  const part = query.has("verdict") ? "verdict" : "sources";
  const dupeId = parseId(query.get(part));
  if (dupeId === null) return;
  const pair = await bottlesOfDupe(context.get(database), perfumeId, dupeId);
  if (!pair) return;
  const path = inLanguage(context.get(language), pairPath(pair.original, pair.dupe));
  const kept = query.get("vote");
  throw redirect(
    `${path}${kept === null ? "" : `?vote=${encodeURIComponent(kept)}`}#${part}`,
    status,
  );
}

/** Carries out what a form on a bottle's page asks for (RULES.md 12.1). */
export async function answerForm(request: Request, context: RequestContext, slug: string) {
  const form = await readForm(request);
  context.set(answersForm, true);
  const intent = String(form.get("intent"));
  if (intent === "shelf-add" || intent === "shelf-remove")
    return changeShelf(request, context, form, intent);
  const place = await placeOf(request, context, slug, intent);
  if (Object.hasOwn(verdictIntents, intent))
    await leadToPair(
      context,
      new URLSearchParams([["verdict", `${form.get("dupe_id")}`]]),
      place.perfumeId,
      307,
    );
  return Object.hasOwn(intents, intent)
    ? intents[intent as keyof typeof intents](context, form, place)
    : refuseUnknown(context);
}
