import { useWords } from "../i18n/words.ts";
import { findPerfumes, shortestQuery } from "../catalog/find-perfumes.ts";
import { mostSearched } from "../catalog/perfumes.ts";
import { formatIn } from "../i18n/format.ts";
import { database, language } from "../request/context.ts";
import { Head } from "../seo/head.tsx";
import css from "../styles/home.css?inline";
import { Explore } from "../ui/explore.tsx";
import { Hero } from "../ui/hero.tsx";
import { presentCard } from "../ui/perfume-card.tsx";
import { Sheet } from "../ui/sheet.tsx";
import type { Route } from "./+types/home";

/** Longer queries are cut: nobody types them, and the page repeats what was typed. */
const longestQuery = 100;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const db = context.get(database);
  const format = formatIn(context.get(language));
  const query = (url.searchParams.get("q") ?? "").trim().slice(0, longestQuery);
  const searched = [...query].length >= shortestQuery;
  const perfumes = searched ? await findPerfumes(db, query) : await mostSearched(db, new Date());
  return {
    query,
    searched,
    perfumes: perfumes.map((perfume) => presentCard(perfume, format)),
    count: { count: perfumes.length, shown: format.number(perfumes.length) },
    film: request.headers.get("Save-Data") !== "on",
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useWords();
  const { query } = loaderData;
  return (
    <>
      <Sheet name="home" css={css} />
      {query ? (
        <Head title={t("search.title", { query })} description={t("site.description")} />
      ) : (
        <Head title={t("home.title")} description={t("site.description")} />
      )}
      {query ? null : <Hero film={loaderData.film} />}
      <Explore {...loaderData} />
      <How />
    </>
  );
}

function How() {
  const { t } = useWords();
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
