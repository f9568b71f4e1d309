import { data, type MiddlewareFunction } from "react-router";
import { withoutLanguage } from "#app/i18n/paths.ts";
import { unsubscribePath } from "#app/domain/shelf/unsubscribe-path.ts";
import { config, services } from "./context.ts";

export const refuseCrossSite: MiddlewareFunction<Response> = ({ request, url, context }) => {
  if (request.method === "GET" || request.method === "HEAD") return;
  // Mail programs post from anywhere; only the email's recipient knows the token (RFC 8058).
  if (withoutLanguage(url.pathname) === unsubscribePath) return;
  const { session } = context.get(services).cookies;
  if (isCrossSite(request, context.get(config).origin, session.name)) throw data(null, 403);
};

export function isCrossSite(
  { headers }: Request,
  siteOrigin: string,
  sessionCookie: string,
): boolean {
  const origin = headers.get("Origin");
  const site = headers.get("Sec-Fetch-Site");
  // Browsers send one of these headers with every form. A script that sends neither may post, but not with a session.
  if (origin === null && site === null)
    return headers.get("Cookie")?.includes(`${sessionCookie}=`) ?? false;
  const isForeign = origin !== null && origin !== siteOrigin;
  return isForeign || (site !== null && site !== "same-origin" && site !== "none");
}
