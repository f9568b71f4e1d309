import { redirect, redirectDocument } from "react-router";
import { pairPath } from "#app/domain/catalog/slugs.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuseUnknown } from "#app/http/forms/refusal.ts";
import { answersForm, language } from "#app/http/middleware/context.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { Route } from "./+types/pair";
import { blindIntents } from "../blind/take-blind-test.ts";
import { vote } from "../cast-vote.ts";
import { notLoaded } from "../place.ts";
import { remove } from "../reviews/delete-review.ts";
import { type ReportData, ReportPage } from "../reviews/report-page.tsx";
import { report, reportPage } from "../reviews/report-review.ts";
import { publish } from "../reviews/write-review.ts";
import { suggestSource } from "../sources/suggest-source.ts";
import { verdictIntents } from "../verdicts/send-verdict.ts";
import { loadPair, type PairData, pairOf, placeOfPair } from "./load-pair.ts";
import { PairPage } from "./pair-page.tsx";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** A look-alike beside its original, with everything that is said of the two. It has no scripts. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  try {
    const pair = await pairOf(context, params);
    const path = pairPath(pair.original, pair.lookAlike);
    const address = inLanguage(context.get(language), path) + url.search;
    if (!context.get(answersForm)) {
      if (path !== `/perfume/${params.slug}/${params.dupe}`)
        throw redirect((params.lang ? `/${params.lang}` : "") + path + url.search, 301);
      if (new URL(request.url).pathname.endsWith(".data")) throw redirectDocument(address);
    }
    const { id } = pair.original;
    const reported = await reportPage(request, context, url.searchParams, {
      id,
      path,
      isPair: true,
    });
    return reported ?? (await loadPair(request, context, url.searchParams, pair));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw notLoaded(context, error);
  }
}

const intents = {
  vote,
  "publish-review": publish,
  "delete-review": remove,
  "report-review": report,
  ...verdictIntents,
  ...blindIntents,
  "suggest-source": suggestSource,
};

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  context.set(answersForm, true);
  const place = placeOfPair(request, context, await pairOf(context, params));
  const intent = String(form.get("intent"));
  return Object.hasOwn(intents, intent)
    ? intents[intent as keyof typeof intents](context, form, place)
    : refuseUnknown(context);
}

export default function Pair({ loaderData: page, actionData: refusal }: Route.ComponentProps) {
  // Never hydrated: browsers do not need its code.
  if (!import.meta.env.SSR) return null;
  return "review" in page ? (
    <ReportPage report={page as ReportData} refusal={refusal} />
  ) : (
    <PairPage page={page as PairData} refusal={refusal} />
  );
}
