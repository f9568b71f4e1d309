import { redirect } from "react-router";
import { perfumeSlug } from "#app/domain/catalog/slugs.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import { answersForm } from "#app/http/middleware/context.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/perfume.css?inline";
import pricesCss from "#app/styles/prices.css?inline";
import { Head } from "#app/ui/head.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { Route } from "./+types/perfume";
import { addPrice } from "./prices/add-price.ts";
import { vote } from "./cast-vote.ts";
import { alertIntents } from "./change-alert.ts";
import { remove } from "./reviews/delete-review.ts";
import { KeepForms } from "./keep-button.tsx";
import { loadPage, type PageData } from "./load-page.ts";
import { loadLonePage } from "./load-lone-page.ts";
import { LonePage } from "./lone-page.tsx";
import { Masthead } from "./masthead.tsx";
import { NoDupes } from "./no-dupes.tsx";
import { openedIn, OpenedParts, RefusedAbove } from "./opened-parts.tsx";
import { withQuery } from "./page-address.ts";
import { notLoaded, perfumeOf, placeOf } from "./place.ts";
import { Questions } from "./question-list.tsx";
import { Related } from "./where-next.tsx";
import { hasLists, RelationLists } from "./relation-lists.tsx";
import { reportPriceGone } from "./prices/report-price-gone.ts";
import { report } from "./reviews/report-review.ts";
import { suggestDupe } from "./suggest-dupe.ts";
import { suggestFacts } from "./suggest-facts.ts";
import { verdictIntents } from "./verdicts/withdraw-verdict.ts";
import { publish } from "./reviews/write-review.ts";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

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

/** Every unexpected error says that the perfume could not be loaded (RULES.md 12.7). */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  try {
    const perfume = await perfumeOf(context, params.slug);
    const slug = perfumeSlug(perfume);
    if (slug !== params.slug && !context.get(answersForm))
      throw redirect(`${params.lang ? `/${params.lang}` : ""}/perfume/${slug}${url.search}`, 301);
    const asked = [request, context, url.searchParams, perfume] as const;
    return (await loadLonePage(...asked)) ?? (await loadPage(...asked));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw notLoaded(context, error);
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  context.set(answersForm, true);
  const intent = String(form.get("intent"));
  const place = await placeOf(request, context, params.slug, intent);
  return Object.hasOwn(intents, intent)
    ? intents[intent as keyof typeof intents](context, form, place)
    : refuse(context, unknownForm(), 422, { message: "auth.failed" });
}

export default function Perfume({ loaderData: page, actionData: refusal }: Route.ComponentProps) {
  // Never hydrated: browsers do not need its code.
  if (import.meta.env.SSR && "back" in page) return <LonePage page={page} refusal={refusal} />;
  return <Bottle page={page as PageData} refusal={refusal} />;
}

type Shown = { page: PageData; refusal: Route.ComponentProps["actionData"] };

function Bottle({ page, refusal }: Shown) {
  const { perfume, path, query, dupes, originals, questions } = page;
  const here = withQuery({ path: "", query }, openedIn(page));
  const isListed = hasLists(page);
  return (
    <div className="wrap perfume">
      <Top page={page} refusal={refusal} />
      <Masthead page={page} />
      <KeepForms kept={[page, ...dupes, ...originals].map(({ list }) => list)} here={here} />
      <OpenedParts page={page} refusal={refusal} />
      {!isListed && <NoDupes perfume={perfume} path={path} alert={page.alert} facts={page.facts} />}
      <RelationLists {...{ page, here, refusal }} />
      {isListed && questions && <Questions {...questions} />}
      <Related marca={perfume.marca} {...page.related} formOf={isListed && questions && path} />
      {!isListed && questions && <Questions {...questions} />}
    </div>
  );
}

function Top({ page, refusal }: Shown) {
  const { t } = useTranslations();
  const { perfume, picture: path, priced } = page;
  return (
    <>
      <Sheet name="perfume" css={css} />
      {priced && <Sheet name="prices" css={pricesCss} />}
      <Head
        {...page.texts}
        failed={refusal !== undefined}
        type="product"
        picture={{ path, alt: t("perfume.photo", perfume) }}
      />
      <RefusedAbove page={page} refusal={refusal} />
    </>
  );
}
