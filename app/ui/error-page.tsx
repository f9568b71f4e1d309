import { createContext, useContext } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "./link.tsx";
import { siteName } from "#app/i18n/site-name.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import css from "#app/styles/missing.css?inline";
import { SearchBox } from "./search-box.tsx";
import { Sheet } from "./style-sheet.tsx";

/** What a route throws where a page is not there, or no longer. */
export interface Missing {
  /** the kind of page that it would be */
  of?: "perfume";
  /** what to say instead of what is said of all pages */
  message?: string;
  /** bottles to go on to */
  popular: { id: number; marca: string; nombre: string }[];
}

/** The page of an error: with the message that a route threw on purpose, else the one of an unexpected error (RULES.md 4.4). */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslations();
  const { pathname, search } = useLocation();
  const { title, text } = useExplanation(error);
  const missing = missingOf(error);
  return (
    <div className="wrap lone">
      <Sheet name="missing" css={css} />
      <title>{`${title} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      {isOurs(error) && <RequestNumber />}
      {missing && <SearchBox query="" />}
      {isOffline(error) || isTooLarge(error) ? (
        <a className="button main" href={pathname + search}>
          {t("error.retry")}
        </a>
      ) : (
        <Link className="button main" to="/">
          {t("error.home")}
        </Link>
      )}
      {missing && missing.popular.length > 0 && (
        <nav aria-labelledby="popular">
          <h2 id="popular">{t("nothing.popular")}</h2>
          <ul>
            {missing.popular.map((bottle) => (
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

/** What to tell us of an error, with the request's id (RULES.md 23.6): on the server, where one is rendered; else null. */
export const RequestNumberContext = createContext<string | null>(null);

/** Nothing, for browsers: an element that has it keeps what the server has written into it. */
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

function useExplanation(error: unknown): { title: string; text: string } {
  const { t } = useTranslations();
  if (isOffline(error)) return { title: t("error.offlineTitle"), text: t("error.offlineText") };
  const unexpected = { title: t("error.title"), text: t("error.text") };
  if (!isRouteErrorResponse(error)) return unexpected;
  const { title, message, of } = (error.data ?? {}) as Partial<Missing> & { title?: string };
  const gone = error.status === 404 || error.status === 410;
  const missing = gone ? t("perfume.notFound") : t("error.title");
  if (typeof message === "string") return { title: title ?? missing, text: message };
  if (of === "perfume") return { title: missing, text: t("perfume.errorLoading") };
  if (error.status === 404)
    return { title: t("error.notFoundTitle"), text: t("error.notFoundText") };
  if (error.status === 403 || error.status === 405)
    return { title: t("error.forbiddenTitle"), text: t("error.forbiddenText") };
  return unexpected;
}

/** @returns where to go instead of a page that is not there, or no longer; null for other errors */
function missingOf(error: unknown): Missing | null {
  const { popular } = (isRouteErrorResponse(error) && (error.data as Partial<Missing>)) || {};
  return popular ? { popular } : null;
}

/** Our failure, not a refusal. */
function isOurs(error: unknown): boolean {
  return isRouteErrorResponse(error) ? error.status >= 500 : !isOffline(error);
}

/** A form that was too large: its page, opened again, is the way back. */
function isTooLarge(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 413;
}

/** A navigation that did not reach the server: fetch then throws a TypeError (Fetch §5.6). */
function isOffline(error: unknown): boolean {
  return (
    !import.meta.env.SSR && error instanceof TypeError && /fetch|network|load/iu.test(error.message)
  );
}
