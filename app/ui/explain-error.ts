import { isRouteErrorResponse } from "react-router";
import type { Missing } from "#app/http/missing-page.ts";
import { useTranslations } from "#app/i18n/translations.ts";

/** The message that a route threw deliberately, otherwise the one for unexpected errors (RULES.md 12.7). */
export function useExplanation(error: unknown): { title: string; text: string } {
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

export const popularInstead = (error: unknown): Missing["popular"] | undefined =>
  isRouteErrorResponse(error) ? (error.data as Partial<Missing> | undefined)?.popular : undefined;

export const namedBottles = (error: unknown): Missing["bottles"] =>
  isRouteErrorResponse(error) ? (error.data as Partial<Missing> | undefined)?.bottles : undefined;

export const isOurs = (error: unknown) =>
  isRouteErrorResponse(error) ? error.status >= 500 : !isOffline(error);

/** Opening the page again helps after a form that was too large or an unreachable server. */
export const mayRetry = (error: unknown) =>
  isOffline(error) || (isRouteErrorResponse(error) && error.status === 413);

/** When a navigation cannot reach the server, fetch throws a TypeError (Fetch §5.6). */
const isOffline = (error: unknown) =>
  !import.meta.env.SSR && error instanceof TypeError && /fetch|network|load/iu.test(error.message);
