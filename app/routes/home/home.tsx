import { data } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { maxResults, minQueryLength } from "#app/domain/search/perfume-search.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuseUnknown } from "#app/http/forms/refusal.ts";
import {
  answersForm,
  config,
  language,
  services,
  structuredData,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { truncate } from "#app/i18n/clean-text.ts";
import { formatIn } from "#app/i18n/format.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { changesPage } from "#app/http/page-kinds.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { siteData } from "#app/seo/structured-data.ts";
import css from "#app/styles/home.css?inline";
import { AdSlot } from "#app/ui/ad-slot.tsx";
import { Head } from "#app/ui/head.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { missingPage } from "#app/http/missing-page.ts";
import type { Route } from "./+types/home";
import { Explore } from "./explore.tsx";
import { Hero } from "./hero.tsx";
import { listFound, listMostSearched } from "./list-perfumes.ts";
import { NothingFound } from "./nothing-found.tsx";
import { suggestPerfume, suggestPerfumeForm } from "./suggest-perfume.ts";
import { SuggestDialog } from "./suggest-on-demand.tsx";

/** Longer queries are cut, because the page repeats them. */
const maxQueryLength = 100;

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const format = formatIn(context.get(language));
  const query = truncate((url.searchParams.get("q") ?? "").trim(), maxQueryLength);
  const searched = [...query].length >= minQueryLength;
  const page = searched ? parseId(url.searchParams.get("page") ?? "1") : 1;
  if (page === null) throw await missingPage(context);
  const suggesting = url.searchParams.get("suggest") === "perfume";
  const { perfumes, near, opened, count, pages, problem, nothing } = await (searched
    ? listFound(context, query, page, !suggesting)
    : listMostSearched(context));
  if (problem === null && page > Math.max(1, pages)) throw await missingPage(context);
  const open = suggesting || context.get(answersForm) || nothing !== undefined;
  const shown = {
    query,
    searched,
    perfumes,
    near,
    opened,
    count: { count, shown: format.number(count) + (count === maxResults ? "+" : "") },
    page,
    pages: Array.from({ length: pages }, (_, index) => format.number(index + 1)),
    film: request.headers.get("Save-Data") !== "on",
    suggesting,
    problem,
    nothing,
    texts: translatorIn(context.get(language)).t("pages:home", { returnObjects: true }),
    // Only an open form needs it.
    typed: open && query ? await typedName(context, query, problem !== null) : null,
    constraints: open ? suggestPerfumeForm.constraints : {},
  };
  if (!changesPage(url.searchParams))
    context.set(structuredData, siteData(context.get(config).origin, context.get(language)));
  return data(shown, problem === null ? 200 : 500);
}

/** @param failed true makes the whole query the name, because there is no search result to split it by */
async function typedName(context: RequestContext, query: string, failed: boolean) {
  return failed ? { marca: "", nombre: query } : context.get(services).search.splitName(query);
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  context.set(answersForm, true);
  if (form.get("intent") !== "suggest-perfume") return refuseUnknown(context);
  return suggestPerfume(context, form);
}

export default function Home({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const { query, nothing, typed, constraints } = loaderData;
  const inDialog = loaderData.suggesting || (refusal !== undefined && !nothing);
  return (
    <>
      <Sheet name="home" css={css} />
      <Head
        title={query ? t("search.title", { query }) : t("home.title")}
        description={t("site.description")}
        failed={refusal !== undefined}
      />
      <FeedLinks />
      {refusal && (
        <div className="wrap">
          <Refused refusal={refusal} />
        </div>
      )}
      {query ? null : <Hero film={loaderData.film} texts={loaderData.texts} />}
      {inDialog && (
        <SuggestDialog query={query} typed={typed} constraints={constraints} refusal={refusal} />
      )}
      <Explore
        {...loaderData}
        nothing={
          nothing && (
            <NothingFound
              {...nothing}
              // A new search resets the form.
              key={query}
              query={query}
              typed={inDialog ? null : typed}
              constraints={constraints}
              refusal={refusal}
            />
          )
        }
      />
      {loaderData.perfumes.length > 0 && <AdSlot />}
      <HowItWorks {...loaderData.texts} />
    </>
  );
}

function FeedLinks() {
  const { language } = useTranslations();
  return (
    <>
      <link
        rel="alternate"
        type="application/atom+xml"
        href={inLanguage(language, "/feed.xml")}
        title={siteName}
      />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        href={inLanguage(language, "/opensearch.xml")}
        title={siteName}
      />
    </>
  );
}

function HowItWorks({ title, steps }: Route.ComponentProps["loaderData"]["texts"]) {
  return (
    <section className="how" id="how" aria-labelledby="how-title">
      <div className="wrap">
        <h2 id="how-title">{title}</h2>
        <ol>
          {steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p className="soft">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
