import { readForm } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import { answersForm, type RequestContext } from "#app/http/middleware/context.ts";
import { addPrice } from "./prices/add-price.ts";
import { changeShelf } from "../shelf/change-shelf.ts";
import { vote } from "./cast-vote.ts";
import { alertIntents } from "./change-alert.ts";
import { remove } from "./reviews/delete-review.ts";
import { reportPriceGone } from "./prices/report-price-gone.ts";
import { report } from "./reviews/report-review.ts";
import { suggestDupe } from "./suggest-dupe.ts";
import { suggestFacts } from "./suggest-facts.ts";
import { verdictIntents } from "./verdicts/withdraw-verdict.ts";
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

/** Carries out what a form on a bottle's page asks for (RULES.md 12.1). */
export async function answerForm(request: Request, context: RequestContext, slug: string) {
  const form = await readForm(request);
  context.set(answersForm, true);
  const intent = String(form.get("intent"));
  if (intent === "shelf-add" || intent === "shelf-remove")
    return changeShelf(request, context, form, intent);
  const place = await placeOf(request, context, slug, intent);
  return Object.hasOwn(intents, intent)
    ? intents[intent as keyof typeof intents](context, form, place)
    : refuse(context, unknownForm(), 422, { message: "auth.failed" });
}
