import { redirect } from "react-router";
import { perfumePath, perfumeSlug } from "#app/domain/catalog/slugs.ts";
import { answersForm } from "#app/http/middleware/context.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/perfume.css?inline";
import pricesCss from "#app/styles/prices.css?inline";
import { Head } from "#app/ui/head.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { Route } from "./+types/perfume";
import { answerForm, leadToPair } from "./answer-form.ts";
import { FactsPage } from "./facts-page.tsx";
import { KeepForms } from "./keep-button.tsx";
import { loadPage, type PageData } from "./load-page.ts";
import { Masthead } from "./masthead.tsx";
import { NoDupes } from "./no-dupes.tsx";
import { openedIn, OpenedParts, RefusedAbove } from "./opened-parts.tsx";
import { withQuery } from "./page-address.ts";
import { notLoaded, perfumeOf } from "./place.ts";
import { Questions } from "./question-list.tsx";
import { Related } from "./where-next.tsx";
import { hasLists, RelationLists } from "./relation-lists.tsx";
import { ReportPage } from "./reviews/report-page.tsx";
import { reportPage } from "./reviews/report-review.ts";
import { factsPage } from "./suggest-facts.ts";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** Every unexpected error says that the perfume could not be loaded (RULES.md 12.7). */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  try {
    const perfume = await perfumeOf(context, params.slug);
    const slug = perfumeSlug(perfume);
    if (slug !== params.slug && !context.get(answersForm))
      throw redirect(`${params.lang ? `/${params.lang}` : ""}/perfume/${slug}${url.search}`, 301);
    await leadToPair(context, url.searchParams, perfume.id);
    const asked = [request, context, url.searchParams, perfume] as const;
    const place = { id: perfume.id, path: perfumePath(perfume) };
    return (
      (await reportPage(request, context, url.searchParams, place)) ??
      (await factsPage(...asked)) ??
      (await loadPage(...asked))
    );
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw notLoaded(context, error);
  }
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  answerForm(request, context, params.slug);

export default function Perfume({ loaderData: page, actionData: refusal }: Route.ComponentProps) {
  // Never hydrated: browsers do not need its code.
  if (import.meta.env.SSR && "review" in page)
    return <ReportPage report={page} refusal={refusal} />;
  if (import.meta.env.SSR && "known" in page) return <FactsPage page={page} refusal={refusal} />;
  return <Bottle page={page as PageData} refusal={refusal} />;
}

type Shown = { page: PageData; refusal: Route.ComponentProps["actionData"] };

function Bottle({ page, refusal }: Shown) {
  const { perfume, query, dupes, originals, questions } = page;
  const here = withQuery({ path: "", query }, openedIn(page));
  const isListed = hasLists(page);
  return (
    <div className="wrap perfume">
      <Top page={page} refusal={refusal} />
      <Masthead page={page} />
      <KeepForms kept={[page, ...dupes, ...originals].map(({ list }) => list)} here={here} />
      <OpenedParts page={page} refusal={refusal} />
      {!isListed && <NoDupes page={page} />}
      <RelationLists {...{ page, here, refusal }} />
      {isListed && questions && <Questions {...questions} />}
      <Related marca={perfume.marca} {...page.related} />
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
