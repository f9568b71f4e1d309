import { isRouteErrorResponse, useLocation } from "react-router";
import { useTranslations } from "../i18n/translations.ts";
import { Link } from "./link.tsx";
import { siteName } from "../site-name.ts";

/** The page of an error: with the message that a route threw on purpose, else the one of an unexpected error (RULES.md 4.4). */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslations();
  const { pathname, search } = useLocation();
  const { title, text } = useExplanation(error);
  return (
    <div className="wrap lone">
      <title>{`${title} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      {isOffline(error) || isTooLarge(error) ? (
        <a className="button main" href={pathname + search}>
          {t("error.retry")}
        </a>
      ) : (
        <Link className="button main" to="/">
          {t("error.home")}
        </Link>
      )}
    </div>
  );
}

function useExplanation(error: unknown): { title: string; text: string } {
  const { t } = useTranslations();
  if (isOffline(error)) return { title: t("error.offlineTitle"), text: t("error.offlineText") };
  const unexpected = { title: t("error.title"), text: t("error.text") };
  if (!isRouteErrorResponse(error)) return unexpected;
  const { title, message } = (error.data ?? {}) as { title?: string; message?: string };
  const gone = error.status === 404 || error.status === 410;
  const missing = gone ? t("perfume.notFound") : t("error.title");
  if (typeof message === "string") return { title: title ?? missing, text: message };
  if (error.data === "perfume") return { title: missing, text: t("perfume.errorLoading") };
  if (error.status === 404)
    return { title: t("error.notFoundTitle"), text: t("error.notFoundText") };
  if (error.status === 403 || error.status === 405)
    return { title: t("error.forbiddenTitle"), text: t("error.forbiddenText") };
  return unexpected;
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
