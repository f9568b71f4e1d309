import { useTranslations } from "#app/i18n/translations.ts";
import { data, type RouterContextProvider } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { maxResults, minQueryLength } from "#app/domain/search/perfume-search.ts";
import { mostSearched, openedInMonth } from "#app/domain/catalog/perfumes.ts";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { type Format, formatIn } from "#app/i18n/format.ts";
import { message } from "#app/i18n/messages.server.ts";
import { changesPage, inLanguage } from "#app/i18n/paths.ts";
import {
  answersForm,
  config,
  database,
  language,
  services,
  structuredData,
} from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import { Head } from "#app/ui/head.tsx";
import { siteData } from "#app/seo/structured-data.ts";
import css from "#app/styles/home.css?inline";
import { AdSlot } from "#app/ui/ad-slot.tsx";
import { Explore } from "./explore.tsx";
import { Hero } from "./hero.tsx";
import { type Nothing, NothingFound } from "./nothing-found.tsx";
import { presentCard, type PresentedCard, presentFound } from "#app/ui/perfume-card.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { siteName } from "#app/i18n/site-name.ts";
import { suggestedPerfume, SuggestForm } from "#app/ui/suggest-form.tsx";
import { truncate } from "#app/i18n/clean-text.ts";
import { slugify } from "#app/i18n/text.ts";
import { missingPage } from "../missing-page.ts";
import type { Route } from "./+types/home";
import { suggestPerfume, suggestPerfumeForm } from "./suggest-perfume.ts";

/** Longer queries are cut: the page repeats what was typed. */
const maxQueryLength = 100;
/** bottles shown where nothing was found: two rows of three on a wide screen, three of two on a narrow one */
const popularShown = 6;

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

type Context = Readonly<RouterContextProvider>;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const format = formatIn(context.get(language));
  const query = truncate((url.searchParams.get("q") ?? "").trim(), maxQueryLength);
  const searched = [...query].length >= minQueryLength;
  const page = searched ? parseId(url.searchParams.get("page") ?? "1") : 1;
  if (page === null) throw await missingPage(context);
  const suggesting = url.searchParams.get("suggest") === "perfume";
  const { perfumes, opened, count, pages, problem, nothing } = await (searched
    ? search(context, query, page, !suggesting)
    : mostSearchedPerfumes(context));
  if (problem === null && page > Math.max(1, pages)) throw await missingPage(context);
  const open = suggesting || context.get(answersForm) || nothing !== undefined;
  const shown = {
    query,
    searched,
    perfumes,
    opened,
    count: { count, shown: format.number(count) + (count === maxResults ? "+" : "") },
    page,
    pages: Array.from({ length: pages }, (_, index) => format.number(index + 1)),
    film: request.headers.get("Save-Data") !== "on",
    suggesting,
    problem,
    nothing,
    // Of a form that is not shown, nobody needs them.
    typed: open && query ? await typedName(context, query, problem !== null) : null,
    constraints: open ? suggestPerfumeForm.constraints : {},
  };
  if (!changesPage(url.searchParams))
    context.set(structuredData, siteData(context.get(config).origin, context.get(language)));
  return data(shown, problem === null ? 200 : 500);
}

interface Listed {
  perfumes: PresentedCard[];
  /** whether these are the most opened of this month, with the most popular only to fill up */
  opened: boolean;
  count: number;
  pages: number;
  problem: string | null;
  nothing?: Nothing;
}

/** @param isNew false where the search was answered before, and the page shows a form that is opened or was sent */
async function search(
  context: Context,
  query: string,
  page: number,
  isNew: boolean,
): Promise<Listed> {
  return orProblem(context, "home.errorLoading", async (format) => {
    const counted = isNew && !context.get(answersForm);
    const found = await context.get(services).search.find(query, page, counted);
    const perfumes = found.perfumes.map((perfume) => presentFound(perfume, format));
    const nothing = found.count === 0 ? await waysOn(context, query, format) : undefined;
    return { ...found, perfumes, opened: false, ...(nothing && { nothing }) };
  });
}

/** Where a search that found nothing leads on to (RULES.md 5.8). */
async function waysOn(context: Context, query: string, format: Format): Promise<Nothing> {
  const { search } = context.get(services);
  const { marca } = await search.splitName(query);
  const popular = await mostSearched(context.get(database), new Date(), popularShown);
  return {
    near: await search.nearest(query),
    brand: marca ? { marca, slug: slugify(marca) } : null,
    popular: popular.map((perfume) => presentCard(perfume, format)),
  };
}

/** What was typed, as the form to suggest it has it filled in. @param failed the search did: all of it is the name then */
async function typedName(context: Context, query: string, failed: boolean) {
  return failed ? { marca: "", nombre: query } : context.get(services).search.splitName(query);
}

async function mostSearchedPerfumes(context: Context): Promise<Listed> {
  return orProblem(context, "home.errorTop", async (format) => {
    const db = context.get(database);
    const now = new Date();
    const [perfumes, opened] = await Promise.all([mostSearched(db, now), openedInMonth(db, now)]);
    return {
      perfumes: perfumes.map((perfume) => presentCard(perfume, format)),
      opened,
      count: perfumes.length,
      pages: 1,
    };
  });
}

/** A failure is logged, and the list is empty and says so: the rest of the page is still of use (RULES.md 4.4). */
async function orProblem(
  context: Context,
  problem: "home.errorTop" | "home.errorLoading",
  list: (format: Format) => Promise<Omit<Listed, "problem">>,
): Promise<Listed> {
  try {
    return { ...(await list(formatIn(context.get(language)))), problem: null };
  } catch (error) {
    logFailure(context, error);
    const text = message(context.get(language), problem);
    return { perfumes: [], opened: false, count: 0, pages: 0, problem: text };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  context.set(answersForm, true);
  if (form.get("intent") !== "suggest-perfume")
    return refuse(context, unknownForm(), 422, { message: "auth.failed" });
  return suggestPerfume(context, form);
}

export default function Home({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t, language } = useTranslations();
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
      {refusal && (
        <div className="wrap">
          <Refused refusal={refusal} />
        </div>
      )}
      {query ? null : <Hero film={loaderData.film} />}
      {inDialog && (
        <Suggest query={query} typed={typed} constraints={constraints} refusal={refusal} />
      )}
      <Explore
        {...loaderData}
        nothing={
          nothing && (
            <NothingFound
              {...nothing}
              // Of another search, another form.
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
      <How />
    </>
  );
}

function Suggest({
  query,
  typed,
  ...form
}: {
  query: string;
  typed: { marca: string; nombre: string } | null;
  constraints: Constraints;
  refusal: Route.ComponentProps["actionData"];
}) {
  const { t } = useTranslations();
  return (
    <div className="wrap">
      <SuggestForm
        {...suggestedPerfume(t)}
        {...form}
        closeTo={query ? `/?${new URLSearchParams({ q: query })}#explore` : "/#explore"}
        typed={typed ?? undefined}
      />
    </div>
  );
}

function How() {
  const { t } = useTranslations();
  return (
    <section className="how" id="how" aria-labelledby="how-title">
      <div className="wrap">
        <h2 id="how-title">{t("home.how.title")}</h2>
        <ol>
          <li>
            <h3>{t("home.how.step1")}</h3>
            <p className="soft">{t("home.how.step1Text")}</p>
          </li>
          <li>
            <h3>{t("home.how.step2")}</h3>
            <p className="soft">{t("home.how.step2Text")}</p>
          </li>
          <li>
            <h3>{t("home.how.step3")}</h3>
            <p className="soft">{t("home.how.step3Text")}</p>
          </li>
        </ol>
      </div>
    </section>
  );
}
