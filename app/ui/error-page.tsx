import { useWords } from "../i18n/words.ts";
import { isRouteErrorResponse } from "react-router";
import { Link } from "./link.tsx";
import { siteName } from "./site.ts";

/** The page for whatever went wrong: what a route threw on purpose in its own words, all else as the unexpected error. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useWords();
  const { title, text } = useExplanation(error);
  return (
    <div className="wrap lone">
      <title>{`${title} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      <Link className="button main" to="/">
        {t("error.home")}
      </Link>
    </div>
  );
}

function useExplanation(error: unknown): { title: string; text: string } {
  const { t } = useWords();
  if (!isRouteErrorResponse(error)) return { title: t("error.title"), text: t("error.text") };
  if (error.data === "perfume")
    return { title: t("perfume.notFound"), text: t("perfume.errorLoading") };
  if (error.status === 404)
    return { title: t("error.notFoundTitle"), text: t("error.notFoundText") };
  if (error.status === 403)
    return { title: t("error.forbiddenTitle"), text: t("error.forbiddenText") };
  return { title: t("error.title"), text: t("error.text") };
}
