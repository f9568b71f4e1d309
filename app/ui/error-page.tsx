import { createContext, useContext } from "react";
import { useLocation } from "react-router";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Missing } from "#app/http/missing-page.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/missing.css?inline";
import { isOurs, mayRetry, namedBottles, popularInstead, useExplanation } from "./explain-error.ts";
import { KeptForm } from "./kept-form.tsx";
import { Link } from "./link.tsx";
import { SearchBox } from "./search-box.tsx";
import { Sheet } from "./style-sheet.tsx";

export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslations();
  const { pathname, search } = useLocation();
  const { title, text } = useExplanation(error);
  const popular = popularInstead(error);
  const bottles = namedBottles(error);
  return (
    <div className="wrap lone">
      <Sheet name="missing" css={css} />
      <title>{`${title} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      {bottles && <Bottles bottles={bottles} />}
      {(isOurs(error) || popular) && <KeptForm />}
      {isOurs(error) && <RequestNumber />}
      {popular && <SearchBox query="" />}
      {mayRetry(error) ? (
        <a className="button main" href={pathname + search}>
          {t("error.retry")}
        </a>
      ) : (
        <Link className="button main" to="/">
          {t("text.backHome")}
        </Link>
      )}
      {popular && popular.length > 0 && (
        <nav aria-labelledby="popular">
          <h2 id="popular">{t("nothing.popular")}</h2>
          <Bottles bottles={popular} />
        </nav>
      )}
    </div>
  );
}

const Bottles = ({ bottles }: { bottles: Missing["popular"] }) => (
  <ul>
    {bottles.map((bottle) => (
      <li key={bottle.id}>
        <Link to={perfumePath(bottle)}>{bottle.nombre}</Link>{" "}
        <span className="brand">{bottle.marca}</span>
      </li>
    ))}
  </ul>
);

/** On the server, the sentence with the request id of an error (RULES.md 13.4); null otherwise. */
export const RequestNumberContext = createContext<string | null>(null);

/** Makes React keep the server's text during hydration. */
const untouched = { __html: "" };

/** Only in documents, because browsers never learn the id of a client navigation's request. */
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
