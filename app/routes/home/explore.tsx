import { useTranslations } from "#app/i18n/translations.ts";
import { PerfumeCard, type PresentedCard } from "#app/ui/perfume-card.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageLinks } from "#app/ui/page-links.tsx";
import { suggestPath } from "#app/ui/found-list.tsx";
import { SearchBox } from "#app/ui/search-box.tsx";
import type { Route } from "./+types/home";

interface ExploreProps extends Omit<Route.ComponentProps["loaderData"], "nothing"> {
  nothing: React.ReactNode;
}

export function Explore({ query, perfumes, near, count, page, pages, ...found }: ExploreProps) {
  const { searched, opened, problem, nothing } = found;
  const { t } = useTranslations();
  const typed = perfumes.slice(0, perfumes.length - near);
  const most = opened ? t("home.top") : t("home.popular");
  return (
    <section className="wrap explore" id="explore" aria-labelledby="explore-title">
      {query ? (
        <>
          <h1 id="explore-title">{t("home.exploreTitle")}</h1>
          <SearchBox query={query} />
        </>
      ) : (
        <h2 id="explore-title">{most}</h2>
      )}
      {query && !searched && <p role="status">{t("search.tooShort")}</p>}
      {problem !== null && <p role="alert">{problem}</p>}
      {nothing}
      {perfumes.length > 0 && (
        <>
          {query && <h2>{searched ? t("search.results", { query, ...count }) : most}</h2>}
          {typed.length > 0 && <Cards perfumes={typed} even={!searched} first />}
          {near > 0 && (
            <>
              <h2>{t("search.near")}</h2>
              <Cards perfumes={perfumes.slice(-near)} first={typed.length === 0} />
            </>
          )}
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
          <Link className="button" to={suggestPath(query)} inPlace>
            {t("suggest.perfume")}
          </Link>
        )}
      </p>
    </section>
  );
}

interface CardsProps {
  perfumes: PresentedCard[];
  even?: boolean;
  first?: boolean;
}

function Cards({ perfumes, even = false, first = false }: CardsProps) {
  return (
    <ul className={even ? "grid even" : "grid"}>
      {perfumes.map((perfume, index) => (
        <PerfumeCard key={perfume.path} perfume={perfume} eager={first && index === 0} />
      ))}
    </ul>
  );
}
