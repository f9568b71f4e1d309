import { createContext, useContext } from "react";
import { useLocation } from "react-router";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/missing.css?inline";
import { isOurs, mayRetry, popularInstead, useExplanation } from "./explain-error.ts";
import { Link } from "./link.tsx";
import { SearchBox } from "./search-box.tsx";
import { Sheet } from "./style-sheet.tsx";

export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslations();
  const { pathname, search } = useLocation();
  const { title, text } = useExplanation(error);
  const popular = popularInstead(error);
  return (
    <div className="wrap lone">
      <Sheet name="missing" css={css} />
      <title>{`${title} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      {isOurs(error) && <RequestNumber />}
      {popular && <SearchBox query="" />}
      {mayRetry(error) ? (
        <a className="button main" href={pathname + search}>
          {t("error.retry")}
        </a>
      ) : (
        <Link className="button main" to="/">
          {t("error.home")}
        </Link>
      )}
      {popular && popular.length > 0 && (
        <nav aria-labelledby="popular">
          <h2 id="popular">{t("nothing.popular")}</h2>
          <ul>
            {popular.map((bottle) => (
              <li key={bottle.id}>
                <Link to={perfumePath(bottle)}>{bottle.nombre}</Link>{" "}
                <span className="brand">{bottle.marca}</span>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** What to tell us of an error, with the request's id (RULES.md 13.4): on the server, where one is rendered; else null. */
export const RequestNumberContext = createContext<string | null>(null);

/** An element that has it keeps what the server has written into it. */
const untouched = { __html: "" };

/** Only a document says it: a browser does not learn the id of what it fetched for another page. */
function RequestNumber() {
  const { key } = useLocation();
  const text = useContext(RequestNumberContext);
  return import.meta.env.SSR ? (
    <p className="small soft">{text}</p>
  ) : (
    <p
      key={key}
      className="small soft"
      suppressHydrationWarning
      dangerouslySetInnerHTML={untouched}
    />
  );
}
