import { useTranslations } from "../i18n/translations.ts";
import { PerfumeCard, type PresentedCard } from "./perfume-card.tsx";
import { Link } from "./link.tsx";
import { PageLinks } from "./page-links.tsx";
import { SearchBox, suggestPath } from "./search-box.tsx";

interface ExploreProps {
  query: string;
  searched: boolean;
  perfumes: PresentedCard[];
  count: { count: number; shown: string };
  page: number;
  /** the numbers of all pages, written in the page's language */
  pages: string[];
  problem: string | null;
  /** what stands in place of results where nothing was found */
  nothing: React.ReactNode;
}

/** The search box, and below it the results, or the most searched perfumes. */
export function Explore({
  query,
  searched,
  perfumes,
  count,
  page,
  pages,
  problem,
  nothing,
}: ExploreProps) {
  const { t } = useTranslations();
  const Title = query ? "h1" : "h2";
  return (
    <section className="wrap explore" id="explore" aria-labelledby="explore-title">
      <Title id="explore-title">{t("home.exploreTitle")}</Title>
      <SearchBox query={query} />
      {query && !searched && <p role="status">{t("search.tooShort")}</p>}
      {problem !== null && <p role="alert">{problem}</p>}
      {nothing}
      {perfumes.length > 0 && (
        <>
          <h2>{searched ? t("search.results", { query, ...count }) : t("home.top")}</h2>
          <ul className="grid">
            {perfumes.map((perfume, index) => (
              <PerfumeCard key={perfume.path} perfume={perfume} eager={index === 0} />
            ))}
          </ul>
          <PageLinks
            label={t("search.pages")}
            path={`/?${new URLSearchParams({ q: query })}`}
            page={page}
            pages={pages}
          />
        </>
      )}
      <p className="after">
        {query && <Link to="/#explore">{t("search.clear")}</Link>}{" "}
        {!nothing && (
          <Link className="button" to={suggestPath(query)} preventScrollReset>
            {t("suggest.perfume")}
          </Link>
        )}
      </p>
    </section>
  );
}
